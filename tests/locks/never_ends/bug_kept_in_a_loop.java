// A thread takes the lock and never ends.

package locks.never_ends.bug_kept_in_a_loop;

import java.util.concurrent.locks.ReentrantLock;

class Idle extends Thread {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int rounds;

    @Override
    public void run() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        while (true) {
            rounds = 1;
        }
    }
}
