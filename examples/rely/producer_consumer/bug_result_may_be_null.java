// The consumer does not look again, and takes nothing.

package rely.producer_consumer.bug_result_may_be_null;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slot {
    @GuardedBy("this") private Object item;

    //@ requires newItem != null
    public synchronized void put(Object newItem) throws InterruptedException {
        while (item != null) {
            wait();
        }
        //@ assert item == null
        item = newItem;
        notifyAll();
    }

    //@ modifies item
    //@ ensures \result != null
//      ^^^^^^^^^^^^^^^^^^^^^^^ abstraction
    public synchronized Object take() throws InterruptedException {
        if (item == null) {
            wait();
        }
        Object taken = item;
        item = null;
        notifyAll();
        return taken;
    }
}
