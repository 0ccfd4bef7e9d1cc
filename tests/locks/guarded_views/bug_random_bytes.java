// A reader has the array filled.

package locks.guarded_views.bug_random_bytes;

import java.util.Random;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Noise {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Random random = new Random();
    @GuardedBy("lock") private final byte[] bytes = new byte[8];

    public void next() {
        lock.readLock().lock();
        try {
            random.nextBytes(bytes);
//          ^^^^^^^^^^^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.readLock().unlock();
        }
    }
}
