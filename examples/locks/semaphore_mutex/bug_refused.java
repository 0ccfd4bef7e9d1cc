// The refused thread adds its job all the same.

package locks.semaphore_mutex.bug_refused;

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
        boolean taken = mutex.tryAcquire();
        jobs = 1; // perhaps without the permit
//      ^^^^ guarded-access
        if (taken) {
            mutex.release();
        }
        return taken;
    }

    public void addTwo() throws InterruptedException {
        add();
        add();
    }
}
