// Who cancels a future runs what waits for it.

package locks.run_by_the_caller.bug_cancelled;

import java.util.concurrent.CompletableFuture;

class Counter {
    private final Object first = new Object();
    private final Object second = new Object();
    private final CompletableFuture<String> future = new CompletableFuture<>();
    private int count;

    public void register() {
        future.whenComplete((value, thrown) -> count());
    }

    public void cancel() {
        synchronized (second) {
            future.cancel(true);
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
