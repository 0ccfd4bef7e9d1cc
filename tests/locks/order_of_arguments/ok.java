// Who calls has compared, and the one who is called takes the locks in the order of its arguments.

package locks.order_of_arguments.ok;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicInteger;

class Account {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private final int id;
    private long cents;

    Account() {
        this.id = NEXT.getAndIncrement();
    }

    static void transfer(Account from, Account to, long amount) {
        if (from.id < to.id) {
            move(from, to, from, to, amount);
        } else {
            move(to, from, from, to, amount);
        }
    }

    static void give(Account from, Account to, long amount) {
        Account first = from.id < to.id ? from : to;
        Account second = from.id < to.id ? to : from;
        move(first, second, from, to, amount);
    }

    private static void move(Account first, Account second, Account from, Account to, long amount) {
        synchronized (first) {
            synchronized (second) {
                from.cents -= amount;
                to.cents += amount;
            }
        }
    }
}

class Seats {
    private final Object[] row = new Object[4];
    private final AtomicInteger taken = new AtomicInteger();

    Seats() {
        for (int i = 0; i < 4; i++) {
            row[i] = new Object();
        }
    }

    public void both(int i, int j) {
        inOrder(Math.min(i, j), Math.max(i, j));
    }

    private void inOrder(int low, int high) {
        synchronized (row[low]) {
            synchronized (row[high]) {
                taken.incrementAndGet();
            }
        }
    }
}
