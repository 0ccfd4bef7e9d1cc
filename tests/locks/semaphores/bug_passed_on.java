// A helper acquires the permit that its caller has.

package locks.semaphores.bug_passed_on;

import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    private static void with(Semaphore semaphore, Runnable task) {
        semaphore.acquireUninterruptibly();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ self-deadlock
        try {
            task.run();
        } finally {
            semaphore.release();
        }
    }

    public void add() {
        permit.acquireUninterruptibly();
        try {
            with(permit, () -> count++);
        } finally {
            permit.release();
        }
    }
}
