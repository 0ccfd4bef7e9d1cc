// Accounts may share a lock: the order of the accounts is none of the locks.

package locks.order_of_shared_locks.bug_given;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final int id;
    private final ReentrantLock lock;
    private int balance;

    Account(int id, ReentrantLock lock) {
        this.id = id;
        this.lock = lock;
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
