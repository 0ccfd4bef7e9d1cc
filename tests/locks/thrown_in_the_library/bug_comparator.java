// What compares was given to the map before.

package locks.thrown_in_the_library.bug_comparator;

import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

class Market {
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<String, String> names = new TreeMap<>((left, right) -> {
        throw new IllegalStateException();
    });

    public void add(String name) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        names.put(name, name);
        lock.unlock();
    }
}
