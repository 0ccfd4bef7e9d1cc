// Whichever class the object has, its method keeps to the lock.

package rely.virtual_calls.ok;

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
        synchronized (this) {
            area += 2;
        }
    }
}
