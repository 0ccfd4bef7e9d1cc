// A user of the two forgets the second.

package locks.declared_helpers.bug_user_forgets;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Session {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int calls;

    //@ acquires lock
    public void begin() {
        lock.lock();
        calls++;
    }

    //@ releases lock
    public void end() {
        lock.unlock();
    }

    public void once() {
        begin();
//      ^^^^^^^ lock-not-released
        calls++;
    }
}
