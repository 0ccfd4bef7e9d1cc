// A lock class with conditions of the library is not read, so that it is not known.

package locks.waiting_without_properties.bug_condition;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Mutex {
    private final ReentrantLock lock = new ReentrantLock();
//                                ^^^^ lock-unknown
    private final Condition free = lock.newCondition();
    private boolean busy;

    //@ acquires m
    void enter() throws InterruptedException {
        lock.lock();
        try {
            while (busy) {
                free.await();
            }
            busy = true;
        } finally {
            lock.unlock();
        }
    }

    //@ releases m
    void exit() {
        lock.lock();
        try {
            busy = false;
        } finally {
            lock.unlock();
        }
    }
}
