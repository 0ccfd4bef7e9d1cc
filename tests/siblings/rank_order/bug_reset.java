// Wrong: If two accounts p and q have the same rank, transfer(p, q) takes q then p and transfer(q, p) takes p then q: deadlock.
// Somebody sets the counter back to 0.

package siblings.rank_order.bug_reset;

import java.util.concurrent.atomic.AtomicLong;

class Account {
    private static final AtomicLong NEXT = new AtomicLong();
    private final long rank = NEXT.getAndIncrement();

    static void reset() {
        NEXT.set(0);
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

class Start {
    public static void main(String[] args) throws InterruptedException {
        Account p = new Account();
        Account.reset();
        Account q = new Account();
        new Thread(() -> Account.transfer(p, q, 1)).start();
        new Thread(() -> Account.transfer(q, p, 1)).start();
    }
}
