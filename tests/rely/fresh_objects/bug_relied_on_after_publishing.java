// Others may have changed the cell by now.

package rely.fresh_objects.bug_relied_on_after_publishing;

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
        synchronized (cell) {
            int now = cell.content;
            //@ assert now == content + 1
//              ^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        }
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
