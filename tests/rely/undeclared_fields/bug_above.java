// The field is declared in the class above, which promises nothing.

package rely.undeclared_fields.bug_above;

import net.jcip.annotations.ThreadSafe;

class Scale {
    protected int level;
//                ^^^^^ undeclared-field
}

@ThreadSafe
class Gauge extends Scale {
    public void raise() {
        level++;
    }
}
