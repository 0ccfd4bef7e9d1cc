// Right: the same without an annotation: every use of the cells is under the monitor, the array never leaves.

package siblings.final_content.ok_int_array_bare;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cells {
    private final int[] cells = new int[8];

    public synchronized void add(int i) {
        if (0 <= i && i < 8) {
            cells[i]++;
        }
    }

    public synchronized int at(int i) {
        return 0 <= i && i < 8 ? cells[i] : 0;
    }
}
