// The object of the inner class is new, the one around it is not.

package rely.content_of_final_fields.bug_by_an_inner_class;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cells {
    private final int[] cells = new int[3];

    class Writer {
        void set() {
            cells[0] = 1;
//          ^^^^^^^^^^^^ unprotected-content
        }
    }

    public void write() {
        new Writer().set();
    }

    public synchronized int get() {
        return cells[0];
    }
}
