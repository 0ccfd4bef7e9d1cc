// A helper acquires a permit and releases it.

package locks.semaphores.ok_passed_on;

import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    private static void with(Semaphore semaphore, Runnable task) {
        semaphore.acquireUninterruptibly();
        try {
            task.run();
        } finally {
            semaphore.release();
        }
    }

    public void add() {
        with(permit, () -> count++);
        with(permit, () -> count--);
    }
}
