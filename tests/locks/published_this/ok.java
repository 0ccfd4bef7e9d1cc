// The object is handed over at the end of the constructor; its own parts may know it before.

package locks.published_this.ok;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Part {
    private final Whole whole;

    Part(Whole whole) {
        this.whole = whole;
    }

    public void more() {
        whole.more();
    }
}

class Whole {
    private static volatile Whole last;
    private final List<Part> parts = new ArrayList<>();
    private final Runnable later = () -> more();
    @GuardedBy("this") private int count;

    Whole() {
        parts.add(new Part(this));
        count = 3;
        start();
        last = this;
    }

    private void start() {
        count++;
    }

    public synchronized void more() {
        count++;
    }
}
