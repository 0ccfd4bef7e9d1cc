// Wrong: await() with the monitor held that ready() needs to count down.

package siblings.nested_monitor.bug_count_down_latch;

import java.util.concurrent.CountDownLatch;

class Start {
    private final CountDownLatch latch = new CountDownLatch(1);

    public synchronized void ready() {
        latch.countDown();
    }

    public synchronized void begin() throws InterruptedException {
        latch.await();
    }
}
