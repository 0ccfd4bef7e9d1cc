// Wrong: step() promises to change `a` only; the override changes `b` too. look() calls step() on an object of the class below
// and its assertion fails.

package siblings.override_clause.bug_modifies_more;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Base {
    @GuardedBy("this") protected int a;
    @GuardedBy("this") protected int b;

    //@ requires this.holder == tid
    //@ modifies a
    protected void step() {
        a = 1;
    }

    public synchronized void look() {
        b = 5;
        step();
        //@ assert b == 5
    }
}

class Below extends Base {
    @Override
    protected void step() {
        a = 1;
        b = 2;
    }
}
