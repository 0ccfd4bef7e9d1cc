// The local variable holds another lock by the time of the release.

package locks.aliases.bug_local_reassigned;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Cabin {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int passengers;

    public void board() {
        Lock same = this.lock;
        same.lock();
        try {
            passengers++;
            same = new ReentrantLock();
        } finally {
            same.unlock(); // a new one
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}
