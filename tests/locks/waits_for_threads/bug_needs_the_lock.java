// A thread waits for another one, or for a task, and keeps the lock that this one needs.

package locks.waits_for_threads.bug_needs_the_lock;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

class Tasks {
    private final ReentrantLock lock = new ReentrantLock();
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private int count;

    public int submitted() throws InterruptedException, ExecutionException {
        lock.lock();
        try {
            return executor.submit(() -> next()).get();
//                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            lock.unlock();
        }
    }

    private int next() {
        lock.lock();
        try {
            return count++;
        } finally {
            lock.unlock();
        }
    }
}
