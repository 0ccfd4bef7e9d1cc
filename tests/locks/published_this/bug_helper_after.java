// A helper of the constructor writes after the object was handed over.

package locks.published_this.bug_helper_after;

import net.jcip.annotations.GuardedBy;

class Whole {
    private static volatile Whole last;
    @GuardedBy("this") private int count;

    public Whole() {
        last = this;
        start();
    }

    private void start() {
        count = 3;
//      ^^^^^ guarded-access
    }

    public synchronized void more() {
        count++;
    }
}
