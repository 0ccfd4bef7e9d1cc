// Somebody else releases it in a helper.

package locks.semaphores.bug_released_by_a_helper;

import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    public void add() {
        permit.acquireUninterruptibly();
        count++;
        done();
    }

    public void reset() {
        permit.acquireUninterruptibly();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-released
        count = 0;
    }

    private void done() {
        permit.release();
    }
}
