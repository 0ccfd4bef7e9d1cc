// A sum is the same whichever comes first: it puts nothing in order.

package locks.order_by_measure.bug_sum;

class Account {
    private final int id;
    private final int limit;
    private int balance;

    Account(int id, int limit) {
        this.id = id;
        this.limit = limit;
    }

    public static void move(Account from, Account to, int amount) {
        if (from.limit + to.limit <= 100) {
            synchronized (from) {
                synchronized (to) {
//              ^^^^^^^^^^^^^^^^^ lock-order
                    from.balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }
}
