// Two locks, two finally blocks; the inner one ends before the outer one.

package locks.nested_finally.ok;

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
            turns++;
            drawer.lock();
            try {
                papers += sheets.length;
            } finally {
                drawer.unlock();
            }
        } finally {
            key.unlock();
        }
    }
}
