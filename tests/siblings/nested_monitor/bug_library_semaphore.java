// Wrong: java.util.concurrent.Semaphore in place of the own one: take() waits for a permit with the monitor held that put()
// needs to give it.

package siblings.nested_monitor.bug_library_semaphore;

import java.util.concurrent.Semaphore;

class Buffer {
    private final Semaphore full = new Semaphore(0);
    private int count;

    public synchronized void put() {
        count++;
        full.release();
    }

    public synchronized void take() throws InterruptedException {
        full.acquire();
        count--;
    }
}
