// If taking the second lock is not reached, the finally block releases it anyway.

package locks.nested_finally.bug_one_finally_for_both;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Desk {
    private final ReentrantLock drawer = new ReentrantLock();
    private final ReentrantLock key = new ReentrantLock();
    @GuardedBy("drawer") private int papers;
    @GuardedBy("key") private int turns;

    public void open(int[] sheets) {
        key.lock();
        try {
            turns += sheets.length;
            drawer.lock();
            papers++;
        } finally {
            drawer.unlock(); // perhaps never taken
//          ^^^^^^^^^^^^^^^ lock-not-held
            key.unlock();
        }
    }
}
