// The helper gives the function to the library before the lock is taken.

package locks.functions_of_the_library.ok_given_to_a_helper;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import net.jcip.annotations.GuardedBy;

class Adding implements Consumer<Integer> {
    private final Sum sum;

    Adding(Sum sum) {
        this.sum = sum;
    }

    @Override
    public void accept(Integer value) {
        sum.add(value);
    }
}

class Sum {
    private final Semaphore turn = new Semaphore(1);
    @GuardedBy("turn") private int total;
    @GuardedBy("turn") private int calls;

    void add(int value) {
        turn.acquireUninterruptibly();
        try {
            total += value;
        } finally {
            turn.release();
        }
    }

    private static void each(List<Integer> all, Consumer<Integer> action) {
        all.forEach(action);
    }

    public void addAll(List<Integer> all) {
        each(all, new Adding(this));
        turn.acquireUninterruptibly();
        try {
            calls++;
        } finally {
            turn.release();
        }
    }
}
