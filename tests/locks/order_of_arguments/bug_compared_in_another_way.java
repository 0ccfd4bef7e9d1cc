// One of the callers has compared something else.

package locks.order_of_arguments.bug_compared_in_another_way;

class Account {
    private final int id, branch;
    private long cents;

    Account(int id, int branch) {
        this.id = id;
        this.branch = branch;
    }

    static void transfer(Account from, Account to, long amount) {
        if (from.id < to.id) {
            move(from, to, from, to, amount);
        } else {
            move(to, from, from, to, amount);
        }
    }

    static void give(Account from, Account to, long amount) {
        if (from.branch < to.branch) {
            move(from, to, from, to, amount);
        }
    }

    private static void move(Account first, Account second, Account from, Account to, long amount) {
        synchronized (first) {
            synchronized (second) {
//          ^^^^^^^^^^^^^^^^^^^^^ lock-order
                from.cents -= amount;
                to.cents += amount;
            }
        }
    }
}
