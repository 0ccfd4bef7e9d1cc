// A library method writes the elements of another array.

package rely.array_elements.ok_copied_from;

import java.util.Arrays;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Row {
    //@ global_invariant 0 <= cells[0]
    @GuardedBy("this") private final int[] cells = new int[2];

    public synchronized int[] copy() {
        int[] made = new int[2];
        made[0] = cells[0];
        made[1] = -1;
        Arrays.sort(made);
        return made;
    }
}
