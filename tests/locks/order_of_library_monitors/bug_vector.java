// A vector takes its own monitor in each of its methods.

package locks.order_of_library_monitors.bug_vector;

import java.util.Vector;

class Log {
    private final Vector<String> lines = new Vector<>();
    private final Object lock = new Object();
    private int size;

    public void trim() {
        synchronized (lines) {
            synchronized (lock) {
//          ^^^^^^^^^^^^^^^^^^^ lock-order
                size = 0;
            }
        }
    }

    public void add(String line) {
        synchronized (lock) {
            lines.add(line);
            size++;
        }
    }
}
