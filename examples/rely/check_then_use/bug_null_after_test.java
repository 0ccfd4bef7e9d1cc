// Between the test and the use the field may have become null.

package rely.check_then_use.bug_null_after_test;

import net.jcip.annotations.ThreadSafe;

class Target {
    final int size;

    Target(int size) {
        this.size = size;
    }
}

@ThreadSafe
class Aim {
    private volatile Target target;
    private volatile int divisor;
    private volatile Object thing;

    public void set(Target newTarget, int newDivisor, Object newThing) {
        target = newTarget;
        divisor = newDivisor;
        thing = newThing;
    }

    public int size() {
        return target == null ? 0 : target.size;
//                                  ^^^^^^^^^^^ implicit-exception
    }

    public int share() {
        int by = divisor;
        return by == 0 ? 0 : 100 / by;
    }

    public int port() {
        Object seen = thing;
        return seen instanceof Target ? ((Target) seen).size : 0;
    }
}
