// Who waits for permits keeps nothing, and leaves it to others to release them.

package locks.semaphores.ok_released_by_others;

import java.util.concurrent.Semaphore;

class Buffer {
    private final Semaphore free = new Semaphore(8);
    private final Semaphore full = new Semaphore(0);
    private final Object lock = new Object();
    private int used;

    public void put() throws InterruptedException {
        free.acquire();
        synchronized (lock) {
            used++;
        }
        full.release();
    }

    public void take() throws InterruptedException {
        full.acquire();
        synchronized (lock) {
            used--;
        }
        free.release();
    }
}
