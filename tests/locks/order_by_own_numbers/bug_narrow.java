// Of a long number only the last bits are kept.

package locks.order_by_own_numbers.bug_narrow;

import java.util.concurrent.atomic.AtomicLong;

class Account {
    private static final AtomicLong NEXT = new AtomicLong();
    private final short rank = (short) NEXT.getAndIncrement();
    private int balance;

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
