// A method that needs the lock gives it away, and gets it back too late.

package locks.guarded_method.bug_gives_it_away;

import java.util.concurrent.locks.ReentrantLock;

class Cell {
    private final ReentrantLock lock = new ReentrantLock();
    //@ needs lock
    private int value;

    //@ needs lock
    public void change() {
        lock.unlock();
        value++;
//      ^^^^^^^ guarded-access
        lock.lock();
    }
}
