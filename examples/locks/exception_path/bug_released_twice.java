// The finally block releases once more what the handler has released.

package locks.exception_path.bug_released_twice;

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
        try {
            boolean allowed = rule.allows(balance, amount);
            if (allowed) {
                balance -= amount;
            }
            return allowed;
        } catch (IllegalArgumentException e) {
            lock.unlock();
            return false;
        } finally {
            lock.unlock(); // also after the handler
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}
