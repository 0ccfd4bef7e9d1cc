// The order says nothing of one account that is both, and its lock lets nobody in again.

package locks.order_by_number.bug_one_account;

import java.util.concurrent.locks.StampedLock;

class Account {
    private final StampedLock lock = new StampedLock();
    private final int number;
    private int money;

    Account(int number) {
        this.number = number;
    }

    static void move(Account from, Account to) {
        if (from.number <= to.number) {
            long first = from.lock.writeLock();
            long second = to.lock.writeLock();
//                        ^^^^^^^^^^^^^^^^^^^ lock-unknown
            from.money--;
            to.money++;
            to.lock.unlockWrite(second);
            from.lock.unlockWrite(first);
        }
    }
}
