// A subclass does what the caller of the superclass does not expect.

package rely.virtual_calls.bug_overridden_breaks_the_promise;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Shape {
    //@ global_invariant area >= 0
    @GuardedBy("this") protected int area;

    public synchronized void grow() {
        area = 1;
    }

    public void twice() {
        grow();
        grow();
    }
}

@ThreadSafe
class Square extends Shape {
    @Override
    public void grow() {
        synchronized (this) {
            area = -2;
//          ^^^^^^^^^ global-invariant
        }
    }
}
