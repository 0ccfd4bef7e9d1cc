// Each has a lock of its own, taken in the order of their numbers.

package locks.order_by_number.ok_own_lock;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final int id;
    private final ReentrantLock lock = new ReentrantLock();
    private int balance;

    Account(int id) {
        this.id = id;
    }

    static void move(Account from, Account to) {
        if (from.id < to.id) {
            from.lock.lock();
            try {
                to.lock.lock();
                try {
                    from.balance--;
                    to.balance++;
                } finally {
                    to.lock.unlock();
                }
            } finally {
                from.lock.unlock();
            }
        }
    }
}
