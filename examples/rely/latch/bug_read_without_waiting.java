// The value is read before it is there.

package rely.latch.bug_read_without_waiting;

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
        while (!ready) {
            wait();
        }
    }

    public int get() throws InterruptedException {
        int first = value; // too early
//                  ^^^^^ read-not-allowed
        return first;
    }
}
