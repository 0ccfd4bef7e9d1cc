// The second lock is taken in a method that is called with the first one held.

package locks.lock_order.bug_opposite_order_in_a_callee;

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
            done--;
            reopen();
        } finally {
            trades.unlock();
        }
    }

    private void reopen() {
        orders.lock();
        try {
            open++;
        } finally {
            orders.unlock();
        }
    }
}
