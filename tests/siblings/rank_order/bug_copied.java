// Wrong: If two accounts p and q have the same rank, transfer(p, q) takes q then p and transfer(q, p) takes p then q: deadlock.
// The copy constructor copies the rank, too.

package siblings.rank_order.bug_copied;

import java.util.concurrent.atomic.AtomicLong;

class Account {
    private static final AtomicLong NEXT = new AtomicLong();
    private final long rank;

    Account() {
        this.rank = NEXT.getAndIncrement();
    }

    Account(Account other) {
        this.rank = other.rank;
        this.balance = other.balance;
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
        Account q = new Account(p);
        new Thread(() -> Account.transfer(p, q, 1)).start();
        new Thread(() -> Account.transfer(q, p, 1)).start();
    }
}
