// A lambda that runs at once runs with the lock; one that is handed over takes it itself.

package locks.lambda_now_or_later.ok;

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
        pool.submit(() -> {
            lock.lock();
            try {
                letters++;
            } finally {
                lock.unlock();
            }
        });
    }
}
