// The count is read after the block.

package rely.counter.bug_read_outside_the_block;

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
            notifyAll();
        }
        return count;
//             ^^^^^ guard
    }

    public synchronized void reset() {
        int before = count;
        //@ assert before == count
        count = 0;
    }
}
