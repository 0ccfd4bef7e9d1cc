// The part knows the object, and others know the part.

package locks.published_this.bug_part_is_published;

import net.jcip.annotations.GuardedBy;

class Part {
    static volatile Part last;
    private final Whole whole;

    Part(Whole whole) {
        this.whole = whole;
        last = this;
    }

    public void more() {
        whole.more();
    }
}

class Whole {
    private final Part part;
    @GuardedBy("this") private int count;

    Whole() {
        part = new Part(this);
        count = 3;
//      ^^^^^ guarded-access
    }

    public synchronized void more() {
        count++;
    }
}
