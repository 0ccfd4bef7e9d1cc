// The submitting thread has the lock; the thread that runs the lambda does not.

package locks.lambda_now_or_later.bug_later_without_lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Board {
    private final ReentrantLock lock = new ReentrantLock();
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    @GuardedBy("lock") private final List<String> notes = new ArrayList<>();
    @GuardedBy("lock") private int letters;

    public void count() {
        lock.lock();
        try {
            notes.forEach(note -> letters += note.length());
        } finally {
            lock.unlock();
        }
    }

    public void countLater() {
        lock.lock();
        try {
            pool.submit(() -> {
                letters = 1; // in another thread
//              ^^^^^^^ guarded-access
            });
        } finally {
            lock.unlock();
        }
    }
}
