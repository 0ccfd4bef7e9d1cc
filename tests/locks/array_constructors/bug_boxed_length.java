// No array is shorter than empty, whoever counts.

package locks.array_constructors.bug_boxed_length;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

class Rows {
    private final ReentrantLock lock = new ReentrantLock();
    private int[] row;

    public void make(int length) {
        Function<Integer, int[]> make = int[]::new;
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        row = make.apply(length);
        lock.unlock();
    }
}
