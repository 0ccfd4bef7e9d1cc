// A pool without room has the caller run the task.

package locks.run_by_the_caller.bug_full;

import java.util.concurrent.*;

class Counter {
    private final Object first = new Object();
    private final Object second = new Object();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
        1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
    private int count;

    public void submit() {
        synchronized (second) {
            pool.execute(() -> count());
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
