// A thread that is started knows the cell.

package rely.fresh_objects.bug_handed_to_a_thread;

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
        new Thread(() -> {
            synchronized (cell) {
                cell.content = 7;
            }
        }).start();
        cell.content = 1; // known to the thread
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
