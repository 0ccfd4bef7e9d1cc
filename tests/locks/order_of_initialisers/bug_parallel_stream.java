// The threads of a parallel stream need the class whose initialiser waits for them.

package locks.order_of_initialisers.bug_parallel_stream;

import java.util.stream.IntStream;

class Limits {
    static final Object lock = new Object();
    static int limit = IntStream.range(0, 100).parallel().map(number -> 2 * number).sum();
//                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown

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
