// Every access to the count is made by the thread that has the monitor.

package rely.counter.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    @GuardedBy("this") private int count;

    public synchronized void increment() {
        count++;
    }

    public int get() {
        synchronized (this) {
            return count;
        }
    }

    public synchronized void reset() {
        int before = count;
        //@ assert before == count
        count = 0;
    }
}
