// One thread has the orders and waits for the trades, the other has the trades and waits for the
// orders.

package locks.lock_order.bug_opposite_order;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Exchange {
    private final ReentrantLock orders = new ReentrantLock();
    private final ReentrantLock trades = new ReentrantLock();
    @GuardedBy("orders") private int open;
    @GuardedBy("trades") private int done;

    public void match() {
        orders.lock();
        try {
            trades.lock(); // orders before trades
//          ^^^^^^^^^^^^^ lock-order
            try {
                open--;
                done++;
            } finally {
                trades.unlock();
            }
        } finally {
            orders.unlock();
        }
    }

    public void cancel() {
        trades.lock();
        try {
            orders.lock();
            try {
                done--;
                open++;
            } finally {
                orders.unlock();
            }
        } finally {
            trades.unlock();
        }
    }
}
