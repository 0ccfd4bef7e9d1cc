// Wrong: two threads call add(0); both read cells[0] == 0, both write 1; one addition is lost. No lock anywhere.

package siblings.final_content.bug_int_array;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cells {
    private final int[] cells = new int[8];

    public void add(int i) {
        if (0 <= i && i < 8) {
            cells[i]++;
        }
    }

    public int at(int i) {
        return 0 <= i && i < 8 ? cells[i] : 0;
    }
}
