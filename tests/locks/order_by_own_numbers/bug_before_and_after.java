// What one constructor gets before the step, another one gets after it.

package locks.order_by_own_numbers.bug_before_and_after;

import java.util.concurrent.atomic.AtomicInteger;

class Account {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private final int rank;
    private int balance;

    Account() {
        rank = NEXT.getAndIncrement();
    }

    Account(int balance) {
        rank = NEXT.incrementAndGet();
        this.balance = balance;
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
