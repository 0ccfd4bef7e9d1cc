// What comes from code that is not seen may be an object of ours, or a lock.

package locks.unseen_code.bug_perhaps_our_own;

import java.lang.ref.SoftReference;
import java.util.concurrent.locks.ReentrantLock;

class Door {
    private final ReentrantLock lock = new ReentrantLock();
    private final SoftReference<Door> door = new SoftReference<>(this);
    private final SoftReference<ReentrantLock> kept = new SoftReference<>(lock);

    void enter() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
    }

    public void both() {
        door.get().enter();
//      ^^^^^^^^^^^^^^^^^^ unsupported
    }

    public void lock() {
        kept.get().lock();
//                 ^^^^ unsupported
    }
}
