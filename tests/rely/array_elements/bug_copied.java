// A library method writes the elements.

package rely.array_elements.bug_copied;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Row {
    //@ global_invariant 0 <= cells[0]
    @GuardedBy("this") private final int[] cells = new int[2];

    public synchronized void put(int[] given) {
        if (given != null && given.length == 2) {
            System.arraycopy(given, 0, cells, 0, 2);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
        }
    }
}
