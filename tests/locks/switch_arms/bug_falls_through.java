// Without the return, the first arm goes on into the second and the lock is released twice.

package locks.switch_arms.bug_falls_through;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int colour;

    public int change(int command) {
        lock.lock();
        switch (command) {
            case 0:
                colour = 0;
                lock.unlock();
                return -1;
            case 5:
                colour = 5;
                lock.unlock();
            case 1:
                break;
            default:
                colour = 2;
        }
        lock.unlock(); // gone in one case
//      ^^^^^^^^^^^^^ lock-not-held
        return 3;
    }
}
