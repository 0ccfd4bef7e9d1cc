// Each arm of the switch releases the lock.

package locks.switch_arms.ok;

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
                return 0;
            case 1:
                colour = 1;
                break;
            default:
                colour = 2;
        }
        int result = colour;
        lock.unlock();
        return result;
    }
}
