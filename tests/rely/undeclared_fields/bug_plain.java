// One method is synchronized, the other is not, and nothing says which lock protects the field.

package rely.undeclared_fields.bug_plain;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge {
    private int level;
//              ^^^^^ undeclared-field

    public synchronized void raise() {
        level++;
    }

    public int level() {
        return level;
    }
}
