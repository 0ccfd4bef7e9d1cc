// Different numbers are numbers of different accounts.

package locks.order_by_number.ok_two_accounts;

import java.util.concurrent.locks.StampedLock;

class Account {
    private final StampedLock lock = new StampedLock();
    private final int number;
    private int money;

    Account(int number) {
        this.number = number;
    }

    static void move(Account from, Account to) {
        if (from.number < to.number) {
            long first = from.lock.writeLock();
            long second = to.lock.writeLock();
            from.money--;
            to.money++;
            to.lock.unlockWrite(second);
            from.lock.unlockWrite(first);
        }
    }
}
