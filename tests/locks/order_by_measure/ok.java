// The same number of both is compared, everywhere the same one.

package locks.order_by_measure.ok;

class Account {
    private final int id;
    private final int limit;
    private int balance;

    Account(int id, int limit) {
        this.id = id;
        this.limit = limit;
    }

    public static void move(Account from, Account to, int amount) {
        if (from.id < to.id) {
            synchronized (from) {
                synchronized (to) {
                    from.balance -= amount;
                    to.balance += amount;
                }
            }
        } else {
            synchronized (to) {
                synchronized (from) {
                    from.balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }
}
