// Somebody signals the condition without the lock that the one who waits keeps.

package locks.conditions_of_one_lock.ok_signals_it;

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
                }
                count--;
                empty.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    public void put() {
        lock.lock();
        try {
            count++;
            full.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
