// The lambda runs at once, but nobody has taken the lock.

package locks.lambda_now_or_later.bug_now_without_lock;

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
        List<String> own = new ArrayList<>();
        own.add("note");
        own.forEach(note -> {
            letters = note.length(); // no lock
//          ^^^^^^^ guarded-access
        });
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
