// The lock of another object protects the fields of that object.

package locks.lock_of_another_object.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Purse {
    final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") int coins;
}

class Market {
    public void pay(Purse purse, int amount) {
        purse.lock.lock();
        try {
            purse.coins -= amount;
        } finally {
            purse.lock.unlock();
        }
    }
}
