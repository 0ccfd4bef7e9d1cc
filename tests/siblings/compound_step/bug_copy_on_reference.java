// Wrong: two threads read the same snapshot, each sets its own longer copy: the element of one of them is lost.

package siblings.compound_step.bug_copy_on_reference;

import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

final class Cell {
    final Object item;
    final Cell next;

    Cell(Object item, Cell next) {
        this.item = item;
        this.next = next;
    }
}

@ThreadSafe
class Stack {
    private final AtomicReference<Cell> top = new AtomicReference<>();

    public void push(Object x) {
        Cell old = top.get();
        top.set(new Cell(x, old));
    }
}
