// The array has four places.

package rely.collections_and_arrays.bug_beyond;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slots {
    @GuardedBy("this") private final int[] slots = new int[4];

    public synchronized int last() {
        return slots[4];
//             ^^^^^^^^ implicit-exception
    }
}
