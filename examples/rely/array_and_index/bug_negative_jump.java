// The start of the array is not checked.

package rely.array_and_index.bug_negative_jump;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cursor {
    private final int[] cells = new int[5];
    //@ global_invariant cells.length == 5 && 0 <= at && at < 5
    @GuardedBy("this") private int at;

    public synchronized int next() {
        int value = cells[at];
        at = at == 4 ? 0 : at + 1;
        return value;
    }

    public synchronized void jump(int to) {
        if (to < cells.length) {
            at = to;
//          ^^^^^^^ global-invariant
        }
    }

    public synchronized void fill(int count) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = count;
        }
    }
}
