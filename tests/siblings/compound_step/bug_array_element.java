// Wrong: get and set of one element of an atomic array are two steps; two threads lose a count.

package siblings.compound_step.bug_array_element;

import java.util.concurrent.atomic.AtomicIntegerArray;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cells {
    private final AtomicIntegerArray cells = new AtomicIntegerArray(4);

    public void bump() {
        cells.set(1, cells.get(1) + 1);
    }
}
