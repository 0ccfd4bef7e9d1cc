// Each seat is made for its place.

package locks.order_by_index.ok;

import java.util.concurrent.atomic.AtomicInteger;

class Seats {
    private final Object[] row = new Object[4];
    private final AtomicInteger taken = new AtomicInteger();

    Seats() {
        for (int i = 0; i < 4; i++) {
            Object seat = new Object();
            row[i] = seat;
        }
    }

    public void both(int i, int j) {
        if (i < j) {
            synchronized (row[i]) {
                synchronized (row[j]) {
                    taken.incrementAndGet();
                }
            }
        }
    }
}
