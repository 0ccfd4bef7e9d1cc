// Right: the counter is raised under the lock of the class, so that no two accounts have one number (2^64 of them are not made).

package siblings.rank_order.ok_synchronized_counter;

class Account {
    private static long next;
    private final long rank = draw();

    private static synchronized long draw() {
        return next++;
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
        Account q = new Account();
        new Thread(() -> Account.transfer(p, q, 1)).start();
        new Thread(() -> Account.transfer(q, p, 1)).start();
    }
}
