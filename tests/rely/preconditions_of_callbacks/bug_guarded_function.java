// The pool does not hold the lock when it runs the function.

package rely.preconditions_of_callbacks.bug_guarded_function;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import net.jcip.annotations.GuardedBy;

class Source implements Supplier<Integer> {
    @GuardedBy("this") private int count;

    @GuardedBy("this")
//  ^^^^^^^^^^^^^^^^^^ unsupported
    public Integer get() {
        count = 1;
        return 0;
    }

    public static void main(String[] args) {
        CompletableFuture.supplyAsync(new Source());
    }
}
