// A signal of another condition of the same lock wakes nobody who waits for this one.

package locks.conditions_of_one_lock.bug_signals_another;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Store {
    private final Object table = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition full = lock.newCondition();
    private final Condition empty = lock.newCondition();
    private int count;

    public void take() throws InterruptedException {
        synchronized (table) {
            lock.lock();
            try {
                while (count == 0) {
                    full.await();
//                  ^^^^^^^^^^^^ nested-wait
                }
                count--;
            } finally {
                lock.unlock();
            }
        }
    }

    public void put() {
        synchronized (table) {
            lock.lock();
            try {
                count++;
                full.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    public void clear() {
        lock.lock();
        try {
            count = 0;
            empty.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
