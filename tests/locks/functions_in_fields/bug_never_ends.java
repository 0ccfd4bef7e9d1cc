// A function in a field never ends, and the lock is never given back.

package locks.functions_in_fields.bug_never_ends;

import java.util.concurrent.locks.ReentrantLock;

class Step {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int rounds;
    private final Runnable step = () -> {
        while (true) {
            rounds++;
        }
    };

    public void take() {
        lock.lock();
        try {
            step.run();
//          ^^^^^^^^^^ lock-unknown
        } finally {
            lock.unlock();
        }
    }
}
