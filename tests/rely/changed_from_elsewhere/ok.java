// The task that the library runs keeps the invariant.

package rely.changed_from_elsewhere.ok;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

class Stock {
    //@ global_invariant left != null ==> 0 <= left.get()
    final AtomicInteger left = new AtomicInteger();

    public void refill() {
        CompletableFuture.supplyAsync(new Refill(left));
    }
}

class Refill implements Supplier<Integer> {
    private final AtomicInteger ours;

    Refill(AtomicInteger ours) {
        this.ours = ours;
    }

    @Override
    public Integer get() {
        if (ours != null) {
            ours.set(10);
        }
        return 1;
    }
}
