// Which comes first is chosen before, and the numbers of some are known.

package locks.order_by_measure.ok_chosen;

import java.util.concurrent.atomic.AtomicInteger;

class Account {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private final int id;
    private int balance;

    Account() {
        this.id = nextId();
    }

    private static int nextId() {
        return NEXT.getAndIncrement();
    }

    public static void move(Account from, Account to, int amount) {
        Account first = from.id < to.id ? from : to;
        Account second = from.id < to.id ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}

class Box {
    private final int id;
    private int balance;

    Box(int id) {
        this.id = id;
    }

    public static void both(Box from, Box to) {
        if (from.id < to.id) {
            synchronized (from) {
                synchronized (to) {
                    from.balance = to.balance;
                }
            }
        }
    }

    public static void main(String[] args) {
        Box one = new Box(1);
        Box two = new Box(2);
        new Thread(() -> both(one, two)).start();
        both(two, one);
    }
}
