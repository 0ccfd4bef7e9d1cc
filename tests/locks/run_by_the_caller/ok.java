// Tasks are handed over with no lock held, or to a pool that has threads of its own.

package locks.run_by_the_caller.ok;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Counter {
    private final Object first = new Object();
    private final Object second = new Object();
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Executor executor;
    private int count;

    Counter(Executor executor) {
        this.executor = executor;
    }

    public void submit() {
        synchronized (second) {
            pool.execute(() -> count());
        }
        executor.execute(() -> count());
    }

    public void both() {
        synchronized (first) {
            synchronized (second) {
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
