// Every field is final, volatile, or declared.

package rely.undeclared_fields.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    private final int most;
    private volatile boolean isOn;
    @GuardedBy("this") private int level;
    //@ writable_if tid == main
    private int scale;
    //@ env_assumption \old(isBroken) ==> isBroken
    private boolean isBroken;

    Gauge(int most) {
        this.most = most;
    }

    public synchronized void raise() {
        if (isOn && level < most) {
            level++;
        }
    }

    public void smash() {
        isBroken = true;
    }

    public int scaled() {
        return isBroken ? 0 : scale;
    }
}
