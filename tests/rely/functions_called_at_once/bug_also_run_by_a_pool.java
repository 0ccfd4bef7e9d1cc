// A function is run at once with the lock, and later, by other threads, without.

package rely.functions_called_at_once.bug_also_run_by_a_pool;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    @GuardedBy("this") private int value;

    public void go() {
        Supplier<Integer> set = () -> {
            value = 1;
//          ^^^^^^^^^ guard
            return 0;
        };
        synchronized (this) {
            set.get();
        }
        CompletableFuture.supplyAsync(set);
    }
}
