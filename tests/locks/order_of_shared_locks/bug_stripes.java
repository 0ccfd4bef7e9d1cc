// Of many accounts, every second has the same lock.

package locks.order_of_shared_locks.bug_stripes;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private static final ReentrantLock[] LOCKS = {new ReentrantLock(), new ReentrantLock()};
    private final int id;
    private final ReentrantLock lock;
    private int balance;

    Account(int id) {
        this.id = id;
        this.lock = LOCKS[id & 1];
    }

    public static void move(Account from, Account to, int amount) {
        if (from.id < to.id) {
            from.lock.lock();
            try {
                to.lock.lock();
//              ^^^^^^^^^^^^^^ lock-order
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
