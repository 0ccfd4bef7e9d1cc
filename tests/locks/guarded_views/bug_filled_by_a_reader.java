// Whoever fills a list writes it, also if it is an argument.

package locks.guarded_views.bug_filled_by_a_reader;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Names {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final List<String> names = new ArrayList<>();
    private final BlockingQueue<String> arriving = new LinkedBlockingQueue<>();

    public void take() {
        lock.readLock().lock();
        try {
            arriving.drainTo(names);
//          ^^^^^^^^^^^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.readLock().unlock();
        }
    }
}
