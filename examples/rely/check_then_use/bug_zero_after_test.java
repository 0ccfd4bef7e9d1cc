// Between the test and the division the field may have become zero.

package rely.check_then_use.bug_zero_after_test;

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
        Target seen = target;
        return seen == null ? 0 : seen.size;
    }

    public int share() {
        return divisor == 0 ? 0 : 100 / divisor;
//                                ^^^^^^^^^^^^^ implicit-exception
    }

    public int port() {
        Object seen = thing;
        return seen instanceof Target ? ((Target) seen).size : 0;
    }
}
