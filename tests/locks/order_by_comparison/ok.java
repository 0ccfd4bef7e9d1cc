// Which of two objects comes first is told by a method that compares what they keep for ever.

package locks.order_by_comparison.ok;

import java.util.concurrent.atomic.AtomicLong;

class Account implements Comparable<Account> {
    private static final AtomicLong NEXT = new AtomicLong();
    private final long number;
    private long cents;

    Account() {
        number = NEXT.incrementAndGet();
    }

    @Override
    public int compareTo(Account other) {
        return Long.compare(number, other.number);
    }

    void transfer(Account to, long amount) {
        boolean isFirst = compareTo(to) < 0;
        Account first = isFirst ? this : to, second = isFirst ? to : this;
        synchronized (first) {
            synchronized (second) {
                cents -= amount;
                to.cents += amount;
            }
        }
    }

    static long sum(Account a, Account b) {
        if (Long.compare(a.number, b.number) > 0) {
            Account other = a;
            a = b;
            b = other;
        }
        synchronized (a) {
            synchronized (b) {
                return a.cents + b.cents;
            }
        }
    }
}

class Client {
    private final String name;
    private int orders;

    Client(String name) {
        this.name = name;
    }

    void takeFrom(Client other) {
        int order = name.compareTo(other.name);
        if (order == 0) {
            return;
        }
        Client first = order < 0 ? this : other;
        Client second = order < 0 ? other : this;
        synchronized (first) {
            synchronized (second) {
                orders += other.orders;
                other.orders = 0;
            }
        }
    }
}

class Ranked {
    private static int next;
    private final Integer rank;
    private int orders;

    Ranked() {
        synchronized (Ranked.class) {
            rank = next++;
        }
    }

    void takeFrom(Ranked other) {
        Ranked first = rank < other.rank ? this : other;
        Ranked second = first == this ? other : this;
        synchronized (first) {
            synchronized (second) {
                orders += other.orders;
                other.orders = 0;
            }
        }
    }

    static void exchange(Ranked a, Ranked b) {
        if (a.rank.compareTo(b.rank) <= 0) {
            synchronized (a) {
                synchronized (b) {
                    int old = a.orders;
                    a.orders = b.orders;
                    b.orders = old;
                }
            }
        } else {
            exchange(b, a);
        }
    }
}
