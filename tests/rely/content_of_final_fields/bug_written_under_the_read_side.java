// Two threads may have the read side at once.

package rely.content_of_final_fields.bug_written_under_the_read_side;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Log {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final List<String> lines = new ArrayList<>();

    public void add(String line) {
        lock.readLock().lock();
        try {
            lines.add(line);
//          ^^^^^^^^^^^^^^^ unprotected-content
        } finally {
            lock.readLock().unlock();
        }
    }
}
