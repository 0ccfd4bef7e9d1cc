// The override is an anonymous class.

package rely.overridden_abstractions.bug_anonymous;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    protected volatile int level;

    //@ modifies \nothing
    public void look() {
    }

    public static Gauge make() {
        return new Gauge() {
            @Override
            public void look() {
                level = 2;
//              ^^^^^^^^^ abstraction
            }
        };
    }
}
