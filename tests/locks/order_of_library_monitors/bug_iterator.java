// An iterator of a vector takes the monitor of the vector.

package locks.order_of_library_monitors.bug_iterator;

import java.util.Iterator;
import java.util.Vector;

class Log {
    private final Vector<String> lines = new Vector<>();
    private final Object lock = new Object();
    private String last;

    public void read() {
        Iterator<String> iterator = lines.iterator();
        synchronized (lock) {
            last = iterator.next();
//                 ^^^^^^^^^^^^^^^ lock-order
        }
    }

    public void clear() {
        synchronized (lines) {
            synchronized (lock) {
                last = null;
            }
        }
    }
}
