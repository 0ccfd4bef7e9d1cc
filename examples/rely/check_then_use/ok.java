// What was tested is what is used: a shared field is read once, into a local variable.

package rely.check_then_use.ok;

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
        Object seen = thing;
        return seen instanceof Target ? ((Target) seen).size : 0;
    }
}
