// So does a list that was made to be synchronized.

package locks.order_of_library_monitors.bug_wrapper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Log {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
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
