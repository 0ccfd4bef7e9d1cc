// The second thread never comes to the barrier: the first one keeps the lock there.

package locks.waits_in_the_library.bug_barrier;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

class Rounds {
    private static final Object LOCK = new Object();
    private final CyclicBarrier barrier = new CyclicBarrier(2);

    public void round() throws InterruptedException, BrokenBarrierException {
        synchronized (LOCK) {
            meet();
        }
    }

    private void meet() throws InterruptedException, BrokenBarrierException {
        barrier.await();
//      ^^^^^^^^^^^^^^^ lock-unknown
    }
}
