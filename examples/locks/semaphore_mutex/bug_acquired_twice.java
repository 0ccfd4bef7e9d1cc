// The method is called by itself with the permit in hand.

package locks.semaphore_mutex.bug_acquired_twice;

import java.util.concurrent.Semaphore;
import net.jcip.annotations.GuardedBy;

class Spool {
    private final Semaphore mutex = new Semaphore(1);
    @GuardedBy("mutex") private int jobs;

    public void add() throws InterruptedException {
        mutex.acquire(); // the second time for ever
//      ^^^^^^^^^^^^^^^ self-deadlock
        try {
            jobs++;
        } finally {
            mutex.release();
        }
    }

    public boolean tryAdd() {
        if (!mutex.tryAcquire()) {
            return false;
        }
        try {
            jobs++;
            return true;
        } finally {
            mutex.release();
        }
    }

    public void addTwo() throws InterruptedException {
        mutex.acquireUninterruptibly();
        try {
            add();
        } finally {
            mutex.release();
        }
    }
}
