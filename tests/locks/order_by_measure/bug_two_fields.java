// The number of one is compared with another number of the other: both ways may hold.

package locks.order_by_measure.bug_two_fields;

class Account {
    private final int id;
    private final int limit;
    private int balance;

    Account(int id, int limit) {
        this.id = id;
        this.limit = limit;
    }

    public static void move(Account from, Account to, int amount) {
        if (from.id < to.limit) {
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
