// A lock class that stands for another lock.

package locks.modes_of_locks.ok;

import java.util.concurrent.locks.ReentrantLock;

class Gate {
    private final ReentrantLock lock = new ReentrantLock();

    //@ acquires m
    void enter() {
        lock.lock();
    }

    //@ acquires m
    boolean tryEnter() {
        return lock.tryLock();
    }

    //@ releases m
    void leave() {
        lock.unlock();
    }
}
