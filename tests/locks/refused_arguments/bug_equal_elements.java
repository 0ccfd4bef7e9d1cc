// A set that does not change has each element once.

package locks.refused_arguments.bug_equal_elements;

import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock lock = new ReentrantLock();
    private Set<String> names;

    public void set(String first, String second) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        names = Set.of(first, second);
        lock.unlock();
    }
}
