// Several may share a lock: the order of their numbers is none of the locks.

package locks.order_by_number.bug_shared_locks;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final int id;
    private final ReentrantLock lock;
    private int balance;

    Account(int id, ReentrantLock lock) {
        this.id = id;
        this.lock = lock;
    }

    static void move(Account from, Account to) {
        if (from.id < to.id) {
            from.lock.lock();
            try {
                to.lock.lock();
//              ^^^^^^^^^^^^^^ lock-order
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
