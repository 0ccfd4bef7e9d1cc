// Who keeps all others out may still wait for himself.

package locks.gates.bug_waits_for_itself;

import java.util.concurrent.locks.StampedLock;

class Account {
    private static final Object GATE = new Object();
    private final StampedLock lock = new StampedLock();
    private int money;

    static void move(Account from, Account to) {
        synchronized (GATE) {
            int all = from.money + to.money;
            long first = from.lock.writeLock();
            long second = to.lock.writeLock();
//                        ^^^^^^^^^^^^^^^^^^^ lock-unknown
            from.money = 0;
            to.money = all;
            to.lock.unlockWrite(second);
            from.lock.unlockWrite(first);
        }
    }
}
