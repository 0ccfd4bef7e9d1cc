// The handler does nothing, and the letter is put without the lock.

package locks.interruptibly.bug_goes_on_after_interrupt;

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
            Thread.currentThread().interrupt();
        }
        letter = text;
//      ^^^^^^ guarded-access
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
        return true;
    }
}
