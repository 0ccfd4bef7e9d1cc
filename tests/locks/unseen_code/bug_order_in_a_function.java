// The function takes `inner` with `outer` held, others take them the other way round.

package locks.unseen_code.bug_order_in_a_function;

import java.util.logging.Logger;

class Stock {
    private static final Logger LOG = Logger.getLogger("stock");
    private final Object outer = new Object();
    private final Object inner = new Object();
    private int count;

    public void change() {
        synchronized (outer) {
            count++;
            LOG.info(() -> text());
        }
    }

    private String text() {
        synchronized (inner) {
//      ^^^^^^^^^^^^^^^^^^^^ lock-order
            return "stock";
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
