// Static fields under locks of which there is one.

package locks.static_under_an_instance.ok;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

class Part {
    private static int made;

    public void make() {
        synchronized (Part.class) {
            made++;
        }
    }
}

class Cache {
    private static final Map<String, String> ALL = new HashMap<>();
    private static final ReentrantLock LOCK = new ReentrantLock();

    public void put(String k, String v) {
        LOCK.lock();
        try {
            ALL.put(k, v);
        } finally {
            LOCK.unlock();
        }
    }
}

/** No class is below: all objects have one class. */
final class Leaf {
    private static int made;

    public void make() {
        synchronized (getClass()) {
            made++;
        }
    }
}
