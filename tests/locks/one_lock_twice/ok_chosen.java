// Whichever is the first, the second is another one.

package locks.one_lock_twice.ok_chosen;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.StampedLock;

class Account {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private final StampedLock lock = new StampedLock();
    private final int id;
    private int money;

    public Account() {
        this.id = NEXT.getAndIncrement();
    }

    public static void move(Account from, Account to) {
        if (from == null || to == null || from == to) {
            return;
        }
        Account first = from;
        Account second = to;
        if (second.id < first.id) {
            first = to;
            second = from;
        }
        long out = first.lock.writeLock();
        long in = second.lock.writeLock();
        from.money--;
        to.money++;
        second.lock.unlockWrite(in);
        first.lock.unlockWrite(out);
    }
}
