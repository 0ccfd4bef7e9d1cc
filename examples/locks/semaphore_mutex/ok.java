// A semaphore of one permit as a lock that is not reentrant.

package locks.semaphore_mutex.ok;

import java.util.concurrent.Semaphore;
import net.jcip.annotations.GuardedBy;

class Spool {
    private final Semaphore mutex = new Semaphore(1);
    @GuardedBy("mutex") private int jobs;

    public void add() throws InterruptedException {
        mutex.acquire();
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
        add();
        add();
    }
}
