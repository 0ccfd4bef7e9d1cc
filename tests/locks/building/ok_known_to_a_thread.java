// The thread is started when everything is written.

package locks.building.ok_known_to_a_thread;

import java.util.concurrent.locks.ReentrantLock;

class Task {
    private final ReentrantLock lock;

    public Task() {
        lock = new ReentrantLock();
        new Thread(this::run).start();
    }

    private void run() {
        lock.lock();
        lock.unlock();
    }
}
