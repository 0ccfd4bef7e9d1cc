// A method returns the semaphore.

package locks.semaphores.ok_got_by_a_method;

import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    private Semaphore permit() {
        return permit;
    }

    public void add() {
        permit().acquireUninterruptibly();
        try {
            count++;
        } finally {
            permit().release();
        }
    }
}
