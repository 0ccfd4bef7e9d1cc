// The monitor of another object protects nothing here.

package rely.counter.bug_another_monitor;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    @GuardedBy("this") private int count;

    public synchronized void increment() {
        count++;
    }

    private final Object other = new Object();

    public int get() {
        synchronized (other) {
            return count;
//                 ^^^^^ guard
        }
    }

    public synchronized void reset() {
        int before = count;
        //@ assert before == count
        count = 0;
    }
}
