// A helper reads the field before the constructor writes it.

package locks.constructors.bug_field_read_too_early;

import java.util.concurrent.locks.ReentrantLock;

class Building {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private final boolean isDone;

    Building() {
        take();
        isDone = true;
    }

    private void take() {
        if (!isDone) {
            LOCK.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
    }
}
