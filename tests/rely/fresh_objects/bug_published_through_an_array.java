// An array that others know makes its elements known.

package rely.fresh_objects.bug_published_through_an_array;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Cell {
    @GuardedBy("this") int content;
}

@ThreadSafe
class Maker {
    private final Cell[] all = new Cell[3];
    //@ global_invariant all.length == 3
    private volatile Cell latest;

    public void make(int content) {
        Cell cell = new Cell();
        cell.content = content;
        //@ assert cell.content == content
        all[1] = cell;
//      ^^^^^^^^^^^^^ unprotected-content
        cell.content = 1; // known to others
//      ^^^^^^^^^^^^ guard
    }

    public int peek() {
        Cell cell = latest;
        if (cell == null) {
            return 0;
        }
        synchronized (cell) {
            return cell.content;
        }
    }
}
