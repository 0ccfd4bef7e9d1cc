// Others know the cell by now.

package rely.fresh_objects.bug_written_after_publishing;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Cell {
    @GuardedBy("this") int content;
}

@ThreadSafe
class Maker {
    private volatile Cell latest;

    public void make(int content) {
        Cell cell = new Cell();
        cell.content = content;
        //@ assert cell.content == content
        cell.content++;
        latest = cell;
        cell.content = 0; // known to others
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
