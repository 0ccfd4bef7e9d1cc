// A static method finds the field before the static initialiser has written it.

package locks.building.bug_static_field;

import java.util.concurrent.locks.ReentrantLock;

class Start {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final boolean READY;

    static {
        if (!isReady()) {
            LOCK.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
        READY = true;
        if (!isReady()) {
            LOCK.unlock();
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }

    private static boolean isReady() {
        return READY;
    }
}
