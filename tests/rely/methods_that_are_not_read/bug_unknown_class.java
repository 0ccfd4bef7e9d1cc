// A method that calls an unknown class is not read, and might touch the field, as it does.

package rely.methods_that_are_not_read.bug_unknown_class;

import java.util.zip.CRC32;
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
        cell.value = 5;
        new CRC32().update(1);
//      ^^^^^^^^^^^ unsupported
    }
}
