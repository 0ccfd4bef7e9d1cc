// Who makes an account may give it a number that another one has.

package locks.order_by_own_numbers.bug_from_outside;

class Account {
    private final int rank;
    private int balance;

    Account(int rank) {
        this.rank = rank;
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
