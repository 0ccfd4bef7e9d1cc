// Wrong: enter() waits for `free`, exit() signals `other`: a waiting thread is never woken.

package siblings.lock_machine.bug_signals_another_condition;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Mutex {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final Condition other = lock.newCondition();
    private boolean busy;

    //@ acquires m
    public void enter() throws InterruptedException {
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
    public void exit() {
        lock.lock();
        try {
            busy = false;
            other.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
