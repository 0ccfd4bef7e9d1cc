// The counter is a plain one, and always counted with the same lock held.

package locks.order_by_own_numbers.ok_under_a_lock;

class Account {
    private static final Object NUMBERS = new Object();
    private static long next;
    private final long rank;
    private int balance;

    Account() {
        rank = number();
    }

    Account(int balance) {
        rank = number();
        this.balance = balance;
    }

    private static long number() {
        synchronized (NUMBERS) {
            return ++next;
        }
    }

    static void move(Account from, Account to, int amount) {
        Account first = from.rank < to.rank ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}
