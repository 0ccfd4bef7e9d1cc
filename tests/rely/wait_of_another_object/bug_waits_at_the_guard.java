// Here the monitor that protects the value is given up.

package rely.wait_of_another_object.bug_waits_at_the_guard;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Two {
    private final Object bell = new Object();
    @GuardedBy("this") private int value;

    public synchronized void pause() throws InterruptedException {
        int before = value;
        synchronized (bell) {
            bell.notifyAll();
        }
        this.wait(5);
        //@ assert value == before
//          ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }

    public synchronized void set(int newValue) {
        value = newValue;
    }
}
