// A helper without locks gives the function to the library, which runs it with those of the caller.

package locks.functions_of_the_library.bug_given_to_a_helper;

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

    void add(int value) {
        turn.acquireUninterruptibly();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ self-deadlock
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
        turn.acquireUninterruptibly();
        try {
            each(all, new Adding(this));
        } finally {
            turn.release();
        }
    }
}
