// Wrong: If two accounts p and q have the same rank, transfer(p, q) takes q then p and transfer(q, p) takes p then q: deadlock.
// The cast to byte maps serial 0 and 256 to one rank (overflow).

package siblings.rank_order.bug_narrowed;

import java.util.concurrent.atomic.AtomicLong;

class Account {
    private static final AtomicLong NEXT = new AtomicLong();
    private final byte rank = (byte) NEXT.getAndIncrement();

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
        for (int i = 1; i < 256; i++) {
            new Account();
        }
        Account q = new Account();
        new Thread(() -> Account.transfer(p, q, 1)).start();
        new Thread(() -> Account.transfer(q, p, 1)).start();
    }
}
