// The thread runs while the constructor goes on.

package locks.published_this.bug_thread_started;

import net.jcip.annotations.GuardedBy;

class Whole {
    @GuardedBy("this") private int count;

    Whole() {
        new Thread(this::more).start();
        count = 3;
//      ^^^^^ guarded-access
    }

    public synchronized void more() {
        count++;
    }
}
