// A map that does not change has each key once.

package locks.refused_arguments.bug_equal_keys;

import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock lock = new ReentrantLock();
    private Map<String, Integer> ages;

    public void set(String first, String second) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        ages = Map.of(first, 1, second, 2);
        lock.unlock();
    }
}
