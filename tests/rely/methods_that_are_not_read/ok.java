// Every method that might touch the field can be read.

package rely.methods_that_are_not_read.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cell {
    @GuardedBy("this") int value;

    public synchronized int get() {
        return value;
    }
}

class Setter {
    void set(Cell cell) {
        if (cell != null) {
            synchronized (cell) {
                cell.value = 5;
            }
        }
    }
}
