package locks.lock_with_a_lambda.bug_another_lock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lock is another one than what the lambda does needs. */
class Inventory {
    private final Lock lock = new ReentrantLock();
    private final Lock log = new ReentrantLock();
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

    public void change() {
        withLock(log, () -> { changes = 1; });
//                            ^^^^^^^^^^^ guarded-access
    }

    public void changeOther(Inventory other) {
        withLock(other.lock, () -> { changes = 1; });
//                                   ^^^^^^^^^^^ guarded-access
    }
}
