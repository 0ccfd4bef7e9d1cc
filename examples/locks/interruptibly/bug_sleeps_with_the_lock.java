// The sleep may be interrupted, and then the lock is kept.

package locks.interruptibly.bug_sleeps_with_the_lock;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Mailbox {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private String letter;

    public String take() throws InterruptedException {
        lock.lockInterruptibly(); // kept after an interrupt
//      ^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-released
        Thread.sleep(10);
        String result = letter;
        letter = null;
        lock.unlock();
        return result;
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
