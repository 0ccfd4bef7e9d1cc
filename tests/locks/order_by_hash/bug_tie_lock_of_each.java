// The lock for equal hashes is not the same for all.

package locks.order_by_hash.bug_tie_lock_of_each;

class Account {
    private final Object tie = new Object();

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
            synchronized (from.tie) {
                synchronized (from) {
                    synchronized (to) {
//                  ^^^^^^^^^^^^^^^^^ lock-order
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
