// The same number of both is compared, everywhere the same one.

package locks.order_by_measure.ok;

import java.util.concurrent.atomic.AtomicInteger;

class Account {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private final int id;
    private final int limit;
    private int balance;

    Account(int limit) {
        this.id = NEXT.getAndIncrement();
        this.limit = limit;
    }

    public static void move(Account from, Account to, int amount) {
        if (from.id < to.id) {
            synchronized (from) {
                synchronized (to) {
                    from.balance -= amount;
                    to.balance += amount;
                }
            }
        } else {
            synchronized (to) {
                synchronized (from) {
                    from.balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }
}
