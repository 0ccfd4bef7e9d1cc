// Two threads may read the same number before one of them counts on.

package locks.order_by_own_numbers.bug_without_a_lock;

class Account {
    private static int next;
    private final int rank;
    private int balance;

    Account() {
        rank = next++;
    }

    static void move(Account from, Account to, int amount) {
        Account first = from.rank < to.rank ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
//          ^^^^^^^^^^^^^^^^^^^^^ lock-unknown
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}
