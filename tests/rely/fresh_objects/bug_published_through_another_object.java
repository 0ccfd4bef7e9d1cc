// What a published object refers to is published with it.

package rely.fresh_objects.bug_published_through_another_object;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Cell {
    Cell next;
    @GuardedBy("this") int content;
}

@ThreadSafe
class Maker {
    private volatile Cell latest;

    public void make(int content) {
        Cell cell = new Cell();
        cell.content = content;
        //@ assert cell.content == content
        Cell front = new Cell();
        front.next = cell;
        latest = front;
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
