// A function that code which is not seen runs takes locks in the same order as everybody, or none.

package locks.unseen_code.ok_functions;

import java.util.logging.Logger;

class Stock {
    private static final Logger LOG = Logger.getLogger("stock");
    private final Object outer = new Object();
    private final Object inner = new Object();
    private int count;

    public void change() {
        synchronized (outer) {
            LOG.info(() -> text());
        }
    }

    private String text() {
        synchronized (inner) {
            return "stock";
        }
    }

    public void both() {
        synchronized (outer) {
            synchronized (inner) {
                count++;
            }
        }
    }
}
