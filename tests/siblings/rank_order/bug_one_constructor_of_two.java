// Wrong: If two accounts p and q have the same rank, transfer(p, q) takes q then p and transfer(q, p) takes p then q: deadlock.
// One constructor counts, the other one says 0, the number of the first account.

package siblings.rank_order.bug_one_constructor_of_two;

import java.util.concurrent.atomic.AtomicLong;

class Account {
    private static final AtomicLong NEXT = new AtomicLong();
    private final long rank;

    Account() {
        this.rank = NEXT.getAndIncrement();
    }

    Account(int balance) {
        this.rank = 0;
        this.balance = balance;
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
        Account q = new Account(5);
        new Thread(() -> Account.transfer(p, q, 1)).start();
        new Thread(() -> Account.transfer(q, p, 1)).start();
    }
}
