// A method that needs the lock enters it again.

package locks.guarded_method.ok_counts;

import java.util.concurrent.locks.ReentrantLock;

class Cell {
    private final ReentrantLock lock = new ReentrantLock();
    //@ needs lock
    private int value;

    //@ needs lock
    public void change() {
        lock.lock();
        value++;
        lock.unlock();
    }
}
