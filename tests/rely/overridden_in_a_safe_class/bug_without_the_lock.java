// The overriding method does not take the lock, and no call in the program is sure to run it.

package rely.overridden_in_a_safe_class.bug_without_the_lock;

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
    public void set() {
        value = 2;
//      ^^^^^^^^^ guard
    }
}

class Start {
    public static void main(String[] args) {
        Base base = new Base();
        base.set();
    }
}
