// A thread that the constructor has started may take the first lock and release the second.

package locks.building.bug_known_to_a_thread;

import java.util.concurrent.locks.ReentrantLock;

class Task {
    private ReentrantLock lock = new ReentrantLock();

    public Task() {
        new Thread(this::run).start();
        lock = new ReentrantLock();
//      ^^^^ lock-unknown
    }

    private void run() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        lock.unlock();
//      ^^^^^^^^^^^^^ lock-not-held
    }
}
