// The task has captured the object.

package locks.published_this.bug_task;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Whole {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int count;

    Whole(ExecutorService executor) {
        executor.execute(() -> {
            lock.lock();
            count++;
            lock.unlock();
        });
        count = 3;
//      ^^^^^ guarded-access
    }
}
