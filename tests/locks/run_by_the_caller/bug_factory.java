// Who hands over a task may make the thread that runs it.

package locks.run_by_the_caller.bug_factory;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Counter {
    private final Object first = new Object();
    private final Object second = new Object();
    private final ExecutorService pool = Executors.newFixedThreadPool(2, task -> thread(task));
    private int count;

    private Thread thread(Runnable task) {
        synchronized (first) {
//      ^^^^^^^^^^^^^^^^^^^^ lock-order
            count++;
            return new Thread(task);
        }
    }

    public void submit() {
        synchronized (second) {
            pool.execute(() -> { });
        }
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
