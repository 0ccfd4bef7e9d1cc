// A semaphore of many permits counts, and one permit is one, however it is said.

package locks.semaphores.ok_more_permits;

import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    private final Semaphore slots = new Semaphore(8);
    private int count;

    public void add(int slots) throws InterruptedException {
        this.slots.acquire(slots);
        permit.acquire(1);
        try {
            count++;
        } finally {
            permit.release(1);
        }
        this.slots.release(slots + 1);
    }
}
