// Wrong: If two accounts p and q have the same rank, transfer(p, q) takes q then p and transfer(q, p) takes p then q: deadlock.
// The static counter is raised under the monitor of the new object, which keeps nobody out.

package siblings.rank_order.bug_instance_lock;

class Account {
    private static int next;
    private final int rank;

    Account() {
        synchronized (this) {
            this.rank = next++;
        }
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
