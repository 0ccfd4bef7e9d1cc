// An override without clauses keeps to those of the method above.

package rely.overridden_abstractions.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    //@ env_assumption \old(level) <= level
    protected volatile int level;
    protected volatile int others;

    //@ modifies others
    public void look() {
        others = 1;
    }
}

@ThreadSafe
class Quiet extends Gauge {
    @Override
    public void look() {
        others = 2;
    }
}
