// A helper releases a permit that the thread does not have.

package locks.semaphores.bug_released_where_passed;

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
    }

    public void open() {
        open(permit);
    }

    private static void open(Semaphore semaphore) {
        semaphore.release();
//      ^^^^^^^^^^^^^^^^^^^ lock-not-held
    }
}
