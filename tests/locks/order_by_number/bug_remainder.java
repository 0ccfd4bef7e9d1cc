// Two objects may have the same remainder: then each thread takes its own one first.

package locks.order_by_number.bug_remainder;

class Account {
    private final int number;
    private int money;

    Account(int number) {
        this.number = number;
    }

    static void move(Account from, Account to) {
        if (from.number % 4 <= to.number % 4) {
            synchronized (from) {
                synchronized (to) {
//              ^^^^^^^^^^^^^^^^^ lock-order
                    from.money--;
                    to.money++;
                }
            }
        }
    }
}
