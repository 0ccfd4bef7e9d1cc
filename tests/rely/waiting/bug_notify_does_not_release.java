// Notifying keeps the monitor: the write is still allowed. Waiting outside is not.

package rely.waiting.bug_notify_does_not_release;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Waiter {
    @GuardedBy("this") private int turns;

    public void call() {
        notifyAll();
//      ^^^^^^^^^^^ monitor-not-held
    }

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
