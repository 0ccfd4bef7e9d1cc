// What is computed elsewhere is written to a field.

package locks.shared_without_locks.bug_future;

import java.util.concurrent.CompletableFuture;

class Cache {
    private String value;

    public void load() {
        CompletableFuture.supplyAsync(() -> value = "loaded");
//                                           ^^^^ lock-unknown
    }

    public String value() {
        return value;
    }
}
