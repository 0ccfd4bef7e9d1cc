// The vector comes last everywhere.

package locks.order_of_library_monitors.ok;

import java.util.Vector;

class Log {
    private final Vector<String> lines = new Vector<>();
    private final Object lock = new Object();
    private int size;

    public void trim() {
        synchronized (lock) {
            synchronized (lines) {
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
