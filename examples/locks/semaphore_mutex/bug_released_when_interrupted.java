// The interrupted thread gives back a permit that it never had.

package locks.semaphore_mutex.bug_released_when_interrupted;

import java.util.concurrent.Semaphore;
import net.jcip.annotations.GuardedBy;

class Spool {
    private final Semaphore mutex = new Semaphore(1);
    @GuardedBy("mutex") private int jobs;

    public void add() throws InterruptedException {
        try {
            mutex.acquire();
            jobs++;
        } finally {
            mutex.release(); // also after an interrupt
//          ^^^^^^^^^^^^^^^ lock-not-held
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
