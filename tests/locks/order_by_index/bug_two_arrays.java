// What comes first in one array comes last in the other.

package locks.order_by_index.bug_two_arrays;

import java.util.concurrent.atomic.AtomicInteger;

class Seats {
    private final Object[] up = new Object[2];
    private final Object[] down = new Object[2];
    private final AtomicInteger taken = new AtomicInteger();

    Seats() {
        for (int i = 0; i < 2; i++) {
            up[i] = new Object();
        }
        for (int i = 0; i < 2; i++) {
            down[i] = up[1 - i];
        }
    }

    public void climb() {
        synchronized (up[0]) {
            synchronized (up[1]) {
                taken.incrementAndGet();
            }
        }
    }

    public void descend() {
        synchronized (down[0]) {
            synchronized (down[1]) {
//          ^^^^^^^^^^^^^^^^^^^^^^ lock-order
                taken.decrementAndGet();
            }
        }
    }
}
