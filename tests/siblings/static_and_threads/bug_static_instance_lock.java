// Wrong: the ReentrantLock is a field of each object, the map is one for all: two objects put into one HashMap at once.

package siblings.static_and_threads.bug_static_instance_lock;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

class Cache {
    private static final Map<String, String> ALL = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    public void put(String k, String v) {
        lock.lock();
        try {
            ALL.put(k, v);
        } finally {
            lock.unlock();
        }
    }
}
