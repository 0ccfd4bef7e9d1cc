// A library method writes the elements.

package rely.array_elements.bug_filled;

import java.util.Arrays;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Row {
    //@ global_invariant 0 <= cells[0]
    @GuardedBy("this") private final int[] cells = new int[2];

    public synchronized void clear() {
        Arrays.fill(cells, -1);
//      ^^^^^^^^^^^^^^^^^^^^^^ global-invariant
    }
}
