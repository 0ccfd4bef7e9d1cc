// The override writes what the method above does not name.

package rely.overridden_abstractions.bug_writes_more;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    protected volatile int level;
    protected volatile int others;

    //@ modifies others
    public void look() {
        others = 1;
    }
}

@ThreadSafe
class Loud extends Gauge {
    @Override
    public void look() {
        level = 2;
//      ^^^^^^^^^ abstraction
    }
}
