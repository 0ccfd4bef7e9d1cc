// A method reference uses the map where it is run: here by a reader.

package locks.guarded_content.bug_method_reference;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Cache {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final Map<String, String> map = new HashMap<>();

    private void write(Runnable change) {
        lock.readLock().lock();
        try {
            change.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    public void clear() {
        write(map::clear);
//            ^^^^^^^^^^ guarded-access
    }
}
