// One number of the one with another number of the other is no order.

package locks.order_by_number.bug_two_numbers;

class Account {
    private final long id;
    private final int limit;
    private int balance;

    Account(long id, int limit) {
        this.id = id;
        this.limit = limit;
    }

    static void move(Account from, Account to) {
        if (from.limit < to.id) {
            synchronized (from) {
                synchronized (to) {
//              ^^^^^^^^^^^^^^^^^ lock-order
                    from.balance--;
                    to.balance++;
                }
            }
        }
    }
}
