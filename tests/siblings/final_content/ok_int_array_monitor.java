// Right: the cells are used with the monitor only, and never handed out.

package siblings.final_content.ok_int_array_monitor;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cells {
    @GuardedBy("this") private final int[] cells = new int[8];

    public synchronized void add(int i) {
        if (0 <= i && i < 8) {
            cells[i]++;
        }
    }

    public synchronized int at(int i) {
        return 0 <= i && i < 8 ? cells[i] : 0;
    }
}
