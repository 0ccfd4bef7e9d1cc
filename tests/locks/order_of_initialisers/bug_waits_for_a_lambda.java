// A lambda runs only once the class that it stands in is initialised, and the initialiser waits for it.

package locks.order_of_initialisers.bug_waits_for_a_lambda;

import java.util.concurrent.CompletableFuture;

class Limits {
    static final Object lock = new Object();
    static int limit;

    static {
        limit = CompletableFuture.supplyAsync(() -> 10).join();
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
    }

    static int get() {
        synchronized (lock) {
            return limit;
        }
    }
}

class Users {
    public int limit() {
        return Limits.get();
    }
}
