// The rule may throw, and then nobody releases the lock.

package locks.exception_path.bug_no_finally;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

interface Rule {
    boolean allows(int balance, int amount);
}

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private final Rule rule;
    @GuardedBy("lock") private int balance;

    Account(Rule rule) {
        this.rule = rule;
    }

    public boolean withdraw(int amount) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        boolean allowed = rule.allows(balance, amount);
        if (allowed) {
            balance -= amount;
        }
        lock.unlock();
        return allowed;
    }
}
