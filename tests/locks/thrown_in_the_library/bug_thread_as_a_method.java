// A thread that is run, not started, throws here.

package locks.thrown_in_the_library.bug_thread_as_a_method;

import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final ReentrantLock lock = new ReentrantLock();

    public void work() {
        Thread worker = new Thread(() -> {
            throw new IllegalStateException();
        });
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        worker.run();
        lock.unlock();
    }
}
