// Two threads may read the same count, and one increment is lost.

package rely.counter.bug_increment_without_monitor;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    @GuardedBy("this") private int count;

    public void increment() {
        count++;
//      ^^^^^ guard
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
