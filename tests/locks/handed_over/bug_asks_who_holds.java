// Whoever runs the task may hold the lock, which is then released twice.

package locks.handed_over.bug_asks_who_holds;

import java.util.concurrent.locks.ReentrantLock;

class Later {
    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable task = () -> {
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
//          ^^^^^^^^^^^^^ lock-not-held
        }
    };

    public void change() {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }
}
