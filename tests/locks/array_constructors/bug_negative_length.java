// No array is shorter than empty.

package locks.array_constructors.bug_negative_length;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

class Rows {
    private final ReentrantLock lock = new ReentrantLock();
    private String[] row;

    public void make(int length) {
        IntFunction<String[]> make = String[]::new;
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        row = make.apply(length);
        lock.unlock();
    }
}
