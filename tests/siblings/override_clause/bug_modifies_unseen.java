// Wrong: step() promises `modifies a`; the override writes `b` too. Nobody asserts anything, the promise itself is broken:
// call step() on an object of the class below with b == 0, and b is 2 afterwards.

package siblings.override_clause.bug_modifies_unseen;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Base {
    @GuardedBy("this") protected int a;
    @GuardedBy("this") protected int b;

    //@ modifies a
    public synchronized void step() {
        a = 1;
    }
}

class Below extends Base {
    @Override
    public synchronized void step() {
        a = 1;
        b = 2;
    }
}
