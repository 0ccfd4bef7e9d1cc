// The field is written before anybody else may read it.

package locks.building.ok;

import java.util.concurrent.locks.ReentrantLock;

class Start {
    private final ReentrantLock lock = new ReentrantLock();
    private final boolean isReady;
    private int starts;

    Start() {
        isReady = true;
        if (isReady) {
            lock.lock();
        }
        begin();
        if (isReady) {
            lock.unlock();
        }
    }

    private void begin() {
        starts++;
    }
}
