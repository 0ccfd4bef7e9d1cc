// A future that is complete runs the next step here and now.

package locks.functions_of_the_library.bug_run_at_once;

import java.util.concurrent.CompletableFuture;

class Names {
    private final Object lock = new Object();
    private final Object counter = new Object();
    private final CompletableFuture<String> first = CompletableFuture.completedFuture("");
    private int seen;

    public void onFirst() {
        synchronized (lock) {
            first.thenRun(() -> {
                synchronized (counter) {
//              ^^^^^^^^^^^^^^^^^^^^^^ lock-order
                    seen++;
                }
            });
        }
    }

    public void reset() {
        synchronized (counter) {
            synchronized (lock) {
                seen = 0;
            }
        }
    }
}
