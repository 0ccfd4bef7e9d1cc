// The array may be one of numbers.

package locks.refused_arguments.bug_filled_array;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

class Filler {
    private final ReentrantLock lock = new ReentrantLock();

    public void fill(Object[] values, Object value) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        Arrays.fill(values, value);
        lock.unlock();
    }
}
