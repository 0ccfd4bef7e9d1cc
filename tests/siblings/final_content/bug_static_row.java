// Wrong: the array is static, and each object takes its own monitor: two objects raise the same cell at the same time, and
// one count is lost.

package siblings.final_content.bug_static_row;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Grid {
    private static final int[] ROW = new int[4];

    public synchronized void hit() {
        if (ROW != null && ROW.length == 4) {
            ROW[2] += 1;
        }
    }

    public synchronized int hits() {
        return ROW != null && ROW.length == 4 ? ROW[2] : 0;
    }
}
