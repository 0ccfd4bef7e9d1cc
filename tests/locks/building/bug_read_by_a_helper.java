// A helper that the constructor calls finds the field as it is not later.

package locks.building.bug_read_by_a_helper;

import java.util.concurrent.locks.ReentrantLock;

class Start {
    private final ReentrantLock lock = new ReentrantLock();
    private boolean isReady;

    Start() {
        begin();
        isReady = true;
        if (isReady) {
            lock.unlock();
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }

    private void begin() {
        if (isReady) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
    }
}
