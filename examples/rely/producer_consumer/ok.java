// A slot for one item: producers wait until it is empty, consumers until it is full.

package rely.producer_consumer.ok;

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
