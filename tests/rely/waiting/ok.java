// Whoever waits gives up the monitor: what was known before has to be found out again.

package rely.waiting.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Waiter {
    @GuardedBy("this") private int turns;

    public synchronized void pass() throws InterruptedException {
        int before = turns;
        //@ assert turns == before
        wait();
        before = turns;
        //@ assert turns == before
        notifyAll();
        //@ assert turns == before
        turns = 0;
    }
}
