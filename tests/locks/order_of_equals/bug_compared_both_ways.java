// One method takes the smaller number first, the other the larger one.

package locks.order_of_equals.bug_compared_both_ways;

import java.util.concurrent.locks.ReentrantLock;

class Purse {
    private final ReentrantLock lock = new ReentrantLock();
    private final int number;
    private int coins;

    Purse(int number) {
        this.number = number;
    }

    static void pay(Purse from, Purse to, int amount) {
        if (from.number < to.number) {
            from.lock.lock();
            to.lock.lock();
//          ^^^^^^^^^^^^^^ lock-order
            from.coins -= amount;
            to.coins += amount;
            to.lock.unlock();
            from.lock.unlock();
        }
    }

    static void refund(Purse from, Purse to, int amount) {
        if (to.number < from.number) {
            from.lock.lock();
            to.lock.lock();
            from.coins -= amount;
            to.coins += amount;
            to.lock.unlock();
            from.lock.unlock();
        }
    }
}
