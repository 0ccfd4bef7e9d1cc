// A thread has a priority from one to ten.

package locks.refused_arguments.bug_priority;

import java.util.concurrent.locks.ReentrantLock;

class Pool {
    private final ReentrantLock lock = new ReentrantLock();

    public void hurry(int priority) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        Thread.currentThread().setPriority(priority);
        lock.unlock();
    }
}
