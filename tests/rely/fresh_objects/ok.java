// An object that nobody else knows needs no lock.

package rely.fresh_objects.ok;

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
