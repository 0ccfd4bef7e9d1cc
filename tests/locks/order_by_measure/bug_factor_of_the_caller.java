// Each caller decides which way the numbers grow.

package locks.order_by_measure.bug_factor_of_the_caller;

class Account {
    private final int id;
    private final int limit;
    private int balance;

    Account(int id, int limit) {
        this.id = id;
        this.limit = limit;
    }

    public static void move(Account from, Account to, int amount, int sign) {
        if (from.id * sign < to.id * sign) {
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
