// The numbers may be those of one account.

package locks.one_lock_twice.bug_or_equal;

import java.util.concurrent.locks.StampedLock;

class Account {
    private static final Object GATE = new Object();
    private final StampedLock lock = new StampedLock();
    private final int id;
    private int money;

    public Account(int id) {
        this.id = id;
    }

    public static void move(Account from, Account to) {
        if (from == null || to == null) {
            return;
        }
        if (from.id <= to.id) {
            long out = from.lock.writeLock();
            long in = to.lock.writeLock();
//                    ^^^^^^^^^^^^^^^^^^^^^ lock-unknown
            from.money--;
            to.money++;
            to.lock.unlockWrite(in);
            from.lock.unlockWrite(out);
        }
    }
}
