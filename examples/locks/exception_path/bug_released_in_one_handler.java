// Only one kind of exception is caught, the lock stays with the thread on every other.

package locks.exception_path.bug_released_in_one_handler;

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
        try {
            boolean allowed = rule.allows(balance, amount);
            if (allowed) {
                balance -= amount;
            }
            lock.unlock();
            return allowed;
        } catch (IllegalArgumentException e) {
            lock.unlock();
            return false;
        }
    }
}
