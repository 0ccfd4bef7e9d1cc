// Others know the part since it was made, and find the whole in it.

package locks.published_this.bug_part_registers_itself;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jcip.annotations.GuardedBy;

class Part {
    static final List<Part> ALL = new CopyOnWriteArrayList<>();
    volatile Whole owner;

    Part() {
        ALL.add(this);
    }
}

class Whole {
    private final Part part = new Part();
    @GuardedBy("this") private int count;

    Whole() {
        part.owner = this;
        count = 1;
//      ^^^^^ guarded-access
    }

    public synchronized void add() {
        count++;
    }

    public static void addToAll() {
        for (Part part : Part.ALL) {
            Whole owner = part.owner;
            if (owner != null) {
                owner.add();
            }
        }
    }
}
