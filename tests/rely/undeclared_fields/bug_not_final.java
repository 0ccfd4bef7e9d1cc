// Only the constructor writes it, but another thread may get the object before it sees the write.

package rely.undeclared_fields.bug_not_final;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    private int most;
//              ^^^^ undeclared-field

    Gauge(int most) {
        this.most = most;
    }

    public int most() {
        return most;
    }
}
