// Which comes first is chosen by what is not the same for all threads.

package locks.order_by_measure.bug_chosen;

class Account {
    private final int id;
    private int balance;

    Account(int id) {
        this.id = id;
    }

    public static void move(Account from, Account to, int amount) {
        Account first = amount > 0 ? from : to;
        Account second = amount > 0 ? to : from;
        synchronized (first) {
            synchronized (second) {
//          ^^^^^^^^^^^^^^^^^^^^^ lock-order
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}
