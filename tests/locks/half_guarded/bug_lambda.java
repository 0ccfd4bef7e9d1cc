// The lambda runs later, without the lock of the method that makes it.

package locks.half_guarded.bug_lambda;

import java.util.concurrent.Executor;

class Bag {
    private int size;

    public synchronized void add(Executor executor) {
        size++;
        executor.execute(() -> size--);
//                              ^^^^ shared-field
    }
}
