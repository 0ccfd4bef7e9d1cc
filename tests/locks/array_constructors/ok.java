// The length is none below zero.

package locks.array_constructors.ok;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

class Rows {
    private final ReentrantLock lock = new ReentrantLock();
    private String[] row;

    public void make(int length) {
        IntFunction<String[]> make = String[]::new;
        lock.lock();
        try {
            row = make.apply(length);
        } finally {
            lock.unlock();
        }
    }
}
