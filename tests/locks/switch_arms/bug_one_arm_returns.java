// One arm returns with the lock.

package locks.switch_arms.bug_one_arm_returns;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int colour;

    public int change(int command) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        switch (command) {
            case 0:
                colour = 0;
                lock.unlock();
                return 0;
            case 1:
                colour = 1;
                break;
            case 2:
                return 2;
            default:
                colour = 2;
        }
        int result = colour;
        lock.unlock();
        return result;
    }
}
