// For a moment the index is outside of the array.

package rely.array_and_index.bug_two_steps;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cursor {
    private final int[] cells = new int[5];
    //@ global_invariant cells.length == 5 && 0 <= at && at < 5
    @GuardedBy("this") private int at;

    public synchronized int next() {
        int value = cells[at];
        at++;
//      ^^ global-invariant
        if (at == 5) {
            at = 0;
        }
        return value;
    }

    public synchronized void jump(int to) {
        if (to >= 0 && to < cells.length) {
            at = to;
        }
    }

    public synchronized void fill(int count) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = count;
        }
    }
}
