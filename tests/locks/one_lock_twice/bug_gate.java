// A gate keeps other threads out, but a thread may wait for itself.

package locks.one_lock_twice.bug_gate;

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
        synchronized (GATE) {
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
