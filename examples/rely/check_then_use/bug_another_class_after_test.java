// Between the test and the cast another object may be there.

package rely.check_then_use.bug_another_class_after_test;

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
        int by = divisor;
        return by == 0 ? 0 : 100 / by;
    }

    public int port() {
        return thing instanceof Target ? ((Target) thing).size : 0;
//                                        ^^^^^^^^^^^^^^ implicit-exception
    }
}
