// Waiting at one object does not give up the monitor of another.

package rely.wait_of_another_object.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Two {
    private final Object bell = new Object();
    @GuardedBy("this") private int value;

    public synchronized void pause() throws InterruptedException {
        int before = value;
        synchronized (bell) {
            bell.wait(5);
        }
        //@ assert value == before
    }

    public synchronized void set(int newValue) {
        value = newValue;
    }
}
