// The array is a field of the class above.

package rely.content_of_final_fields.bug_inherited;

import net.jcip.annotations.ThreadSafe;

class Base {
    protected final int[] cells = new int[3];
}

@ThreadSafe
class Row extends Base {
    public void set() {
        cells[0] = 1;
//      ^^^^^^^^^^^^ unprotected-content
    }

    public int get() {
        return cells[0];
    }
}
