// Each account has a number of its own, which was handed out once.

package locks.order_by_own_numbers.ok;

import java.util.concurrent.atomic.AtomicInteger;

class Account {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private final int rank = NEXT.getAndIncrement();
    private int balance;

    static void move(Account from, Account to, int amount) {
        Account first = from.rank < to.rank ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}
