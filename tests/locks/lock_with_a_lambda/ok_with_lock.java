package locks.lock_with_a_lambda.ok_with_lock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lock and what is to be done with it held are two arguments. */
class Inventory {
    private static final Lock ALL = new ReentrantLock();
    //@ needs ALL
    private static int total;

    private final Lock lock = new ReentrantLock();
    //@ needs lock
    private int changes;

    private static void withLock(Lock lock, Runnable body) {
        lock.lock();
        try {
            body.run();
        } finally {
            lock.unlock();
        }
    }

    private void monitored(Runnable body, Object monitor) {
        synchronized (monitor) {
            body.run();
        }
    }

    public void change() {
        withLock(lock, () -> changes++);
    }

    public void changeOther(Inventory other) {
        withLock(other.lock, () -> other.changes++);
    }

    public void count() {
        withLock(ALL, () -> total++);
    }

    public void monitor() {
        monitored(this::reset, this);
    }

    //@ needs this
    private void reset() {
    }
}
