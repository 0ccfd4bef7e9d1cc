// Others find the object in the field, and the constructor goes on.

package locks.published_this.bug_static_field;

import net.jcip.annotations.GuardedBy;

class Whole {
    private static volatile Whole last;
    @GuardedBy("this") private int count;

    Whole() {
        last = this;
        count = 3;
//      ^^^^^ guarded-access
    }

    public synchronized void more() {
        count++;
    }
}
