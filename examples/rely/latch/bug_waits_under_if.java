// A thread that wakes up without reason goes on.

package rely.latch.bug_waits_under_if;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Result {
    //@ env_assumption \old(ready) ==> ready
    //@ unwritable_by_env_if holder == tid
    private boolean ready;

    //@ unwritable_by_env_if holder == tid || ready
    //@ readable_if holder == tid || ready
    private int value;

    public synchronized void set(int newValue) {
        if (ready) {
            return;
        }
        value = newValue;
        ready = true;
        notifyAll();
    }

    private synchronized void await() throws InterruptedException {
        if (!ready) {
            wait();
        }
    }

    public int get() throws InterruptedException {
        await();
        int first = value;
//                  ^^^^^ read-not-allowed
        int second = value;
        //@ assert first == second
        return first;
    }
}
