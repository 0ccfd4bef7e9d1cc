// Whoever is interrupted while waiting has nothing to release.

package locks.interruptibly.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Mailbox {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private String letter;

    public String take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            String result = letter;
            letter = null;
            return result;
        } finally {
            lock.unlock();
        }
    }

    public boolean put(String text) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            return false;
        }
        try {
            letter = text;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
