// The turns may have changed while the thread waited.

package rely.waiting.bug_known_across_wait;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Waiter {
    @GuardedBy("this") private int turns;

    public synchronized void pass() throws InterruptedException {
        int before = turns;
        notifyAll();
        wait();
        //@ assert turns == before // by now
//          ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        turns = 0;
    }
}
