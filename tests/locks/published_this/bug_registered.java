// A list of others gets the object, once directly and once through a field.

package locks.published_this.bug_registered;

import java.util.List;
import net.jcip.annotations.GuardedBy;

class Whole {
    private final List<Whole> all;
    @GuardedBy("this") private int count;

    Whole(List<Whole> all) {
        this.all = all;
        this.all.add(this);
        count = 3;
//      ^^^^^ guarded-access
    }

    Whole(List<Whole> all, int count) {
        this.all = all;
        all.add(this);
        this.count = count;
//      ^^^^^^^^^^ guarded-access
    }

    public synchronized void more() {
        count++;
    }
}
