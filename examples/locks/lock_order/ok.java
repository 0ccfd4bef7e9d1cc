// Both threads take the locks in the same order.

package locks.lock_order.ok;

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
            trades.lock();
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
        orders.lock();
        try {
            trades.lock();
            try {
                done--;
                open++;
            } finally {
                trades.unlock();
            }
        } finally {
            orders.unlock();
        }
    }
}
