// The account that was chosen may be the one that is used: a reentrant lock lets its thread in again.

package locks.gates.ok_itself;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private static final Object GATE = new Object();
    private static volatile Account last;
    private final ReentrantLock lock = new ReentrantLock();
    private int balance;

    static void choose(Account account) {
        synchronized (GATE) {
            last = account;
        }
    }

    private static void note() {
        Account account = last;
        if (account != null) {
            account.lock.lock();
            try {
                account.balance++;
            } finally {
                account.lock.unlock();
            }
        }
    }

    static void use(Account account) {
        synchronized (GATE) {
            account.lock.lock();
            try {
                note();
            } finally {
                account.lock.unlock();
            }
        }
    }
}
