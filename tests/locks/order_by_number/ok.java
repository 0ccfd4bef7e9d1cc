// The one with the smaller number first.

package locks.order_by_number.ok;

class Account {
    private final long id;
    private final int limit;
    private int balance;

    Account(long id, int limit) {
        this.id = id;
        this.limit = limit;
    }

    static void move(Account from, Account to) {
        if (from.id < to.id) {
            synchronized (from) {
                synchronized (to) {
                    from.balance--;
                    to.balance++;
                }
            }
        }
    }
}
