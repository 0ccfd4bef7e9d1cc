// The lock of one purse, the coins of another.

package locks.lock_of_another_object.bug_lock_of_the_first_purse;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Purse {
    final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") int coins;
}

class Market {
    public void pay(Purse purse, Purse other, int amount) {
        purse.lock.lock();
        try {
            other.coins = amount; // the lock of the other one is not held
//          ^^^^^^^^^^^ guarded-access
        } finally {
            purse.lock.unlock();
        }
    }
}
