// `synchronized` is not inherited.

package rely.virtual_calls.bug_overridden_without_lock;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Shape {
    @GuardedBy("this") protected int area;

    public synchronized void grow() {
        area++;
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
        area += 2;
//      ^^^^ guard
    }
}
