// Who counts down has given the lock back by then, and comes no further than to where it is taken.

package locks.waits_in_the_library.bug_lock_before;

import java.util.concurrent.CountDownLatch;

class Start {
    private final CountDownLatch latch = new CountDownLatch(1);
    private boolean isReady;

    public void ready() {
        synchronized (this) {
            isReady = true;
        }
        latch.countDown();
    }

    public synchronized boolean begin() throws InterruptedException {
        latch.await();
//      ^^^^^^^^^^^^^ lock-unknown
        return isReady;
    }
}
