// Wrong: If two accounts p and q have the same rank, transfer(p, q) takes q then p and transfer(q, p) takes p then q: deadlock.
// Two makers may both read the number before either raises it: an atomic, but two steps.

package siblings.rank_order.bug_get_then_set;

import java.util.concurrent.atomic.AtomicLong;

class Account {
    private static final AtomicLong NEXT = new AtomicLong();
    private final long rank;

    Account() {
        this.rank = NEXT.get();
        NEXT.incrementAndGet();
    }

    private int balance;

    private void move(Account to, int x) {
        balance -= x;
        to.balance += x;
    }

    static void transfer(Account a, Account b, int x) {
        if (a.rank < b.rank) {
            synchronized (a) {
                synchronized (b) {
                    a.move(b, x);
                }
            }
        } else {
            synchronized (b) {
                synchronized (a) {
                    a.move(b, x);
                }
            }
        }
    }
}

class Maker extends Thread {
    volatile Account made;

    @Override
    public void run() {
        made = new Account();
    }
}

class Start {
    public static void main(String[] args) throws InterruptedException {
        Maker one = new Maker();
        Maker two = new Maker();
        one.start();
        two.start();
        one.join();
        two.join();
        Account p = one.made;
        Account q = two.made;
        new Thread(() -> {
            if (p != null && q != null) {
                Account.transfer(p, q, 1);
            }
        }).start();
        new Thread(() -> {
            if (p != null && q != null) {
                Account.transfer(q, p, 1);
            }
        }).start();
    }
}
