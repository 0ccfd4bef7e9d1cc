// Two of a kind: one leads to the other by a field that is given to its constructor, or they are
// compared, everywhere in the same way.

package locks.order_of_equals.ok;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private final int number;
    private final Account parent;
    private int coins;

    Account(int number, Account parent) {
        this.number = number;
        this.parent = parent;
    }

    public void add(int amount) {
        lock.lock();
        try {
            coins += amount;
            if (parent != null) {
                parent.add(amount);
            }
        } finally {
            lock.unlock();
        }
    }
}

class Purse {
    private static final AtomicLong NEXT = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final long number = NEXT.getAndIncrement();
    private int coins;

    static void pay(Purse from, Purse to, int amount) {
        Purse first = from;
        Purse second = to;
        if (to.number < from.number) {
            first = to;
            second = from;
        }
        first.lock.lock();
        second.lock.lock();
        try {
            from.coins -= amount;
            to.coins += amount;
        } finally {
            second.lock.unlock();
            first.lock.unlock();
        }
    }
}
