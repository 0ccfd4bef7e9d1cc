// Two objects may have the same identity hash: then each may come first.

package locks.order_by_hash.bug_no_tie_lock;

class Account {
    private long cents;

    static void transfer(Account from, Account to, long amount) {
        int ours = System.identityHashCode(from);
        int theirs = System.identityHashCode(to);
        if (ours < theirs) {
            synchronized (from) {
                synchronized (to) {
                    move(from, to, amount);
                }
            }
        } else {
            synchronized (to) {
                synchronized (from) {
//              ^^^^^^^^^^^^^^^^^^^ lock-order
                    move(from, to, amount);
                }
            }
        }
    }

    private static void move(Account from, Account to, long amount) {
        from.cents -= amount;
        to.cents += amount;
    }
}
