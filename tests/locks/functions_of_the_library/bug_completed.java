// Who completes a future runs what waits for it.

package locks.functions_of_the_library.bug_completed;

import java.util.concurrent.CompletableFuture;

class Names {
    private final Object lock = new Object();
    private final Object counter = new Object();
    private final CompletableFuture<String> first = new CompletableFuture<>();
    private int seen;

    public void onFirst() {
        first.thenAccept(name -> {
            synchronized (counter) {
//          ^^^^^^^^^^^^^^^^^^^^^^ lock-order
                seen++;
            }
        });
    }

    public void add(String name) {
        synchronized (lock) {
            first.complete(name);
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
