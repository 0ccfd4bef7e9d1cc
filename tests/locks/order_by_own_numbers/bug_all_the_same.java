// Every constructor gives the same rank.

package locks.order_by_own_numbers.bug_all_the_same;

class Account {
    private final int rank;
    private int balance;

    Account() {
        rank = 7;
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
