// Right: ranks may be equal; then a lock that is made once is held around both.

package siblings.rank_order.ok_tie_lock;

class Account {
    private static final Object TIE = new Object();
    private final int rank;
    private int balance;

    Account(int rank) {
        this.rank = rank;
    }

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
        } else if (a.rank > b.rank) {
            synchronized (b) {
                synchronized (a) {
                    a.move(b, x);
                }
            }
        } else {
            synchronized (TIE) {
                synchronized (a) {
                    synchronized (b) {
                        a.move(b, x);
                    }
                }
            }
        }
    }
}
