// The finally block itself throws before the release.

package locks.nested_finally.bug_finally_returns_too_early;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Desk {
    private final ReentrantLock drawer = new ReentrantLock();
    private final ReentrantLock key = new ReentrantLock();
    @GuardedBy("drawer") private int papers;
    @GuardedBy("key") private int turns;

    public void open(int[] sheets) {
        key.lock();
//      ^^^^^^^^^^ lock-not-released
        try {
            turns++;
            drawer.lock();
            try {
                papers += sheets.length;
            } finally {
                drawer.unlock();
            }
        } finally {
            sheets[0] = turns;
            key.unlock();
        }
    }
}
