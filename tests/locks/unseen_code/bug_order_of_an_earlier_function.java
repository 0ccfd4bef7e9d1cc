// What was given before runs in a later call, with the locks of that.

package locks.unseen_code.bug_order_of_an_earlier_function;

import java.util.logging.Logger;

class Stock {
    private static final Logger LOG = Logger.getLogger("stock");
    private final Object outer = new Object();
    private final Object inner = new Object();
    private int count;

    public void start() {
        LOG.setFilter(record -> {
            synchronized (inner) {
                return count > 0;
            }
        });
    }

    public void change() {
        synchronized (outer) {
            count++;
//          ^^^^ lock-unknown
            LOG.info("changed");
//          ^^^^^^^^^^^^^^^^^^^ lock-unknown
        }
    }

    public void both() {
        synchronized (inner) {
            synchronized (outer) {
                count--;
            }
        }
    }
}
