// Right: the override changes nothing but `a`.

package siblings.override_clause.ok_modifies_same;

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
        a = 2;
    }
}
