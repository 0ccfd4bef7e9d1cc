// One of the two who count down needs the lock: the latch never comes to zero.

package locks.waits_in_the_library.bug_one_of_two;

import java.util.concurrent.CountDownLatch;

class Start {
    private final CountDownLatch latch = new CountDownLatch(2);

    public void first() {
        latch.countDown();
    }

    public void second() {
        synchronized (this) {
            Runnable down = latch::countDown;
            down.run();
        }
    }

    public synchronized void begin() throws InterruptedException {
        latch.await();
//      ^^^^^^^^^^^^^ lock-unknown
    }
}
