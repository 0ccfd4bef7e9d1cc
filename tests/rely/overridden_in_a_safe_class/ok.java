// A method that overrides one of a thread-safe class is called by whoever has the object.

package rely.overridden_in_a_safe_class.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Base {
    @GuardedBy("this") protected int value;

    public synchronized void set() {
        value = 1;
    }
}

class Below extends Base {
    @Override
    public synchronized void set() {
        value = 2;
    }
}

class Start {
    public static void main(String[] args) {
        Base base = new Base();
        base.set();
    }
}
