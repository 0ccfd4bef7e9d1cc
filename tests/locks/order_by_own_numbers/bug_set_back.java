// The counter begins again.

package locks.order_by_own_numbers.bug_set_back;

import java.util.concurrent.atomic.AtomicInteger;

class Account {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private final int rank = NEXT.getAndIncrement();
    private int balance;

    static void newYear() {
        NEXT.set(0);
    }

    static void move(Account from, Account to, int amount) {
        Account first = from.rank < to.rank ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
//          ^^^^^^^^^^^^^^^^^^^^^ lock-unknown
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}
