// When the thread wakes up, another one may have been faster.

package rely.producer_consumer.bug_wait_under_if;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slot {
    @GuardedBy("this") private Object item;

    //@ requires newItem != null
    public synchronized void put(Object newItem) throws InterruptedException {
        if (item != null) {
            wait();
        }
        //@ assert item == null
//          ^^^^^^^^^^^^^^^^^^^ java-assertion
        item = newItem;
        notifyAll();
    }

    //@ modifies item
    //@ ensures \result != null
    public synchronized Object take() throws InterruptedException {
        while (item == null) {
            wait();
        }
        Object taken = item;
        item = null;
        notifyAll();
        return taken;
    }
}
