// Whoever made the executor decides where tasks run: it may be here.

package locks.run_by_the_caller.bug_executor;

import java.util.concurrent.Executor;

class Counter {
    private final Object first = new Object();
    private final Object second = new Object();
    private final Executor executor;
    private int count;

    Counter(Executor executor) {
        this.executor = executor;
    }

    public void submit() {
        synchronized (second) {
            executor.execute(() -> count());
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
