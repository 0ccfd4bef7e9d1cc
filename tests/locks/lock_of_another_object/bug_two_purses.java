// Two threads that pay each other take the purses in opposite order.

package locks.lock_of_another_object.bug_two_purses;

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
            purse.coins -= amount;
            other.lock.lock();
//          ^^^^^^^^^^^^^^^^^ lock-order
            try {
                other.coins += amount;
            } finally {
                other.lock.unlock();
            }
        } finally {
            purse.lock.unlock();
        }
    }
}
