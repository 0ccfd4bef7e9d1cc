// No gate keeps a thread from itself: the account that was chosen may be the one that is used.

package locks.gates.bug_itself;

import java.util.concurrent.Semaphore;

class Account {
    private static final Object GATE = new Object();
    private static volatile Account last;
    private final Semaphore permit = new Semaphore(1);
    private int balance;

    static void choose(Account account) {
        synchronized (GATE) {
            last = account;
        }
    }

    private static void note() {
        Account account = last;
        if (account != null) {
            account.permit.acquireUninterruptibly();
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
            try {
                account.balance++;
            } finally {
                account.permit.release();
            }
        }
    }

    static void use(Account account) {
        synchronized (GATE) {
            account.permit.acquireUninterruptibly();
            try {
                note();
            } finally {
                account.permit.release();
            }
        }
    }
}
