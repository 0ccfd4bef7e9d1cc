// The thread may find one lock, and then the other.

package locks.found_too_early.bug_written_twice;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Worker {
    private Lock own = new ReentrantLock();
    private int count;

    public Worker() {
        new Thread(this::work).start();
        own = new ReentrantLock();
//      ^^^^ lock-unknown
    }

    void work() {
        own.lock();
//      ^^^^^^^^^^ lock-not-released
        count++;
//      ^^^^ lock-unknown
        own.unlock();
//      ^^^^^^^^^^^^ lock-not-held
    }
}
