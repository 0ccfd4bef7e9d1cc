// Each account has a lock of its own: in the order of the accounts, the locks are in order.

package locks.order_of_shared_locks.ok;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final int id;
    private final ReentrantLock lock = new ReentrantLock();
    private int balance;

    Account(int id) {
        this.id = id;
    }

    public static void move(Account from, Account to, int amount) {
        if (from.id < to.id) {
            from.lock.lock();
            try {
                to.lock.lock();
                try {
                    from.balance -= amount;
                    to.balance += amount;
                } finally {
                    to.lock.unlock();
                }
            } finally {
                from.lock.unlock();
            }
        }
    }
}
