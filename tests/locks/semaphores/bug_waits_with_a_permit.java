// Two threads may have one permit each, and wait for another one.

package locks.semaphores.bug_waits_with_a_permit;

import java.util.concurrent.Semaphore;

class Pool {
    private final Semaphore free = new Semaphore(2);

    public void useTwo() throws InterruptedException {
        free.acquire();
        try {
            free.acquire();
//          ^^^^^^^^^^^^^^ lock-unknown
            free.release();
        } finally {
            free.release();
        }
    }
}
