// The same through a lambda that holds the object.

package locks.building.bug_read_by_a_lambda;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

class Start {
    private final ReentrantLock lock = new ReentrantLock();
    private boolean isReady;

    Start() {
        BooleanSupplier ready = () -> this.isReady;
        if (!ready.getAsBoolean()) {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
        }
        isReady = true;
        if (!ready.getAsBoolean()) {
            lock.unlock();
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}
