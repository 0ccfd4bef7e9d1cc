// A map cannot have room for fewer than none.

package locks.refused_arguments.bug_capacity;

import java.util.HashMap;
import java.util.concurrent.locks.ReentrantLock;

class Cache {
    private final ReentrantLock lock = new ReentrantLock();
    private HashMap<String, String> entries;

    public void clear(int size) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        entries = new HashMap<>(size);
        lock.unlock();
    }
}
