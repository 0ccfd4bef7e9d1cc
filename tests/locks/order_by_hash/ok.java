// Objects are ordered by their identity hash; those with the same one are locked under a lock for such cases.

package locks.order_by_hash.ok;

class Account {
    private static final Object TIE = new Object();

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
        } else if (ours > theirs) {
            synchronized (to) {
                synchronized (from) {
                    move(from, to, amount);
                }
            }
        } else {
            synchronized (TIE) {
                synchronized (from) {
                    synchronized (to) {
                        move(from, to, amount);
                    }
                }
            }
        }
    }

    private static void move(Account from, Account to, long amount) {
        from.cents -= amount;
        to.cents += amount;
    }
}
