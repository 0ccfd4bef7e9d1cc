// More permits than one are released, or all are taken: then it is a lock no more.

package locks.semaphores.bug_more_permits;

import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    public void add() {
        permit.acquireUninterruptibly();
        try {
            count++;
        } finally {
            permit.release();
        }
        permit.release(2);
//      ^^^^^^^^^^^^^^^^^ lock-not-held
    }

    public void release(int permits) {
        permit.release(permits);
//      ^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
    }

    public void drain() {
        permit.drainPermits();
//      ^^^^^^^^^^^^^^^^^^^^^ lock-unknown
    }
}
