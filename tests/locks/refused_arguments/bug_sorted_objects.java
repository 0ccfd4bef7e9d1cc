// What is sorted need not have an order.

package locks.refused_arguments.bug_sorted_objects;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

class Sorter {
    private final ReentrantLock lock = new ReentrantLock();

    public void sort(Object[] values) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        Arrays.sort(values);
        lock.unlock();
    }
}
