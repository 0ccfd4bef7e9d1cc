// What a vector holds is shown with the vector's monitor held, which another thread waits for with that of an element.

package locks.order_inside_of_the_library.bug_text;

import java.util.Vector;

class Line {
    private final Object page;
    private int shown;

    Line(Object page) {
        this.page = page;
    }

    @Override
    public String toString() {
        synchronized (page) {
//      ^^^^^^^^^^^^^^^^^^^ lock-order
            shown++;
            return "line";
        }
    }
}

class Log {
    private final Object page = new Object();
    private final Vector<Line> lines = new Vector<>();

    public void show() {
        System.out.println(lines);
    }

    public void add() {
        synchronized (page) {
            lines.add(new Line(page));
        }
    }
}
