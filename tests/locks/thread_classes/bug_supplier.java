// What is given to the library to be run elsewhere is judged by itself.

package locks.thread_classes.bug_supplier;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

class Name implements Supplier<String> {
    private static final ReentrantLock LOCK = new ReentrantLock();

    @Override
    public String get() {
        LOCK.lock();
//      ^^^^^^^^^^^ lock-not-released
        return "";
    }

    public void later() {
        CompletableFuture.supplyAsync(new Name());
    }

    public void now() {
        get();
        LOCK.unlock();
    }
}
