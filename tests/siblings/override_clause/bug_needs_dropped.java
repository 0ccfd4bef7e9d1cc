// Wrong: the override is called without the lock although the inherited method needs it: raise() of the class above is
// @GuardedBy("this"), and go() of the class below calls super.raise() without the monitor.

package siblings.override_clause.bug_needs_dropped;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Base {
    @GuardedBy("this") protected int n;

    //@ requires this.holder == tid
    protected void raise() {
        n++;
    }

    public synchronized void go() {
        raise();
    }
}

class Below extends Base {
    @Override
    public void go() {
        raise();
    }
}
