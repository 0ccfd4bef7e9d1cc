// The thread that comes last to a barrier runs its action.

package locks.run_by_the_caller.bug_barrier;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

class Counter {
    private final Object first = new Object();
    private final Object second = new Object();
    private final CyclicBarrier barrier = new CyclicBarrier(2, () -> count());
    private int count;

    public void await() throws InterruptedException, BrokenBarrierException {
        synchronized (second) {
            barrier.await();
        }
    }

    public void both() {
        synchronized (first) {
            synchronized (second) {
//          ^^^^^^^^^^^^^^^^^^^^^ lock-order
                count++;
            }
        }
    }

    private void count() {
        synchronized (first) {
            count++;
        }
    }
}
