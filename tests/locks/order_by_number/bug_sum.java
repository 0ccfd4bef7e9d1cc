// A sum says nothing of who comes first.

package locks.order_by_number.bug_sum;

class Account {
    private final long id;
    private final int limit;
    private int balance;

    Account(long id, int limit) {
        this.id = id;
        this.limit = limit;
    }

    static void move(Account from, Account to) {
        if (from.limit + to.limit <= 100) {
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
