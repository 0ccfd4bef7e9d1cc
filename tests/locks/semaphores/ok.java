// A permit is taken and given back.

package locks.semaphores.ok;

import java.util.concurrent.Semaphore;

class Once {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    public void change() {
        permit.acquireUninterruptibly();
        try {
            count++;
        } finally {
            permit.release();
        }
    }
}
