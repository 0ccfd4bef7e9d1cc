// The iterator is asked before the lock is taken.

package locks.order_of_library_monitors.ok_iterator;

import java.util.Iterator;
import java.util.Vector;

class Log {
    private final Vector<String> lines = new Vector<>();
    private final Object lock = new Object();
    private String last;

    public void read() {
        Iterator<String> iterator = lines.iterator();
        String line = iterator.next();
        synchronized (lock) {
            last = line;
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
