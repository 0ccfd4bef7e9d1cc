// One constructor counts with one lock held, the other with another one.

package locks.order_by_own_numbers.bug_two_locks;

class Account {
    private static final Object NUMBERS = new Object();
    private static int next;
    private final int rank;
    private int balance;

    Account() {
        synchronized (NUMBERS) {
            rank = next++;
        }
    }

    Account(int balance) {
        synchronized (Account.class) {
            rank = next++;
//          ^^^^ lock-unknown
        }
        this.balance = balance;
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
