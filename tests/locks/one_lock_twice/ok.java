// Two locks of one gate: they are two.

package locks.one_lock_twice.ok;

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
        if (from == null || to == null || from == to) {
            return;
        }
        synchronized (GATE) {
            long out = from.lock.writeLock();
            long in = to.lock.writeLock();
            from.money--;
            to.money++;
            to.lock.unlockWrite(in);
            from.lock.unlockWrite(out);
        }
    }
}
