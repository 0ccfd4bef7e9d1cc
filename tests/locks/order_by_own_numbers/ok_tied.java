// Two accounts may have the same number: those are locked with a lock of their own around both.

package locks.order_by_own_numbers.ok_tied;

class Account {
    private static final Object TIES = new Object();
    private final int rank;
    private int balance;

    Account(int rank) {
        this.rank = rank;
    }

    static void move(Account from, Account to, int amount) {
        if (from.rank < to.rank) {
            both(from, to, from, to, amount);
        } else if (from.rank > to.rank) {
            both(to, from, from, to, amount);
        } else {
            synchronized (TIES) {
                both(from, to, from, to, amount);
            }
        }
    }

    private static void both(Account first, Account second, Account from, Account to, int amount) {
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}
