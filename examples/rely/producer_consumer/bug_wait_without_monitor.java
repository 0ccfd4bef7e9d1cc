// The producer waits without the monitor.

package rely.producer_consumer.bug_wait_without_monitor;

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

    public void idle() throws InterruptedException {
        this.wait(10);
//      ^^^^^^^^^^^^^ monitor-not-held
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
