// A thread waits for permits with a lock held that another one needs before it releases its own.

package locks.semaphores.bug_waits_with_a_lock;

import java.util.concurrent.Semaphore;

class Pool {
    private final Semaphore free = new Semaphore(2);
    private final Object lock = new Object();
    private int used;

    public void use() throws InterruptedException {
        free.acquire(2);
        try {
            synchronized (lock) {
                used++;
            }
        } finally {
            free.release(2);
        }
    }

    public void useLocked() throws InterruptedException {
        synchronized (lock) {
            free.acquire(2);
//          ^^^^^^^^^^^^^^^ lock-unknown
            free.release(2);
        }
    }
}
