// The value changes under the eyes of its readers.

package rely.latch.bug_set_twice;

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
        value = newValue;
//      ^^^^^^^^^^^^^^^^ write-not-allowed
        ready = true;
        notifyAll();
    }

    private synchronized void await() throws InterruptedException {
        while (!ready) {
            wait();
        }
    }

    public int get() throws InterruptedException {
        await();
        int first = value;
        int second = value;
        //@ assert first == second
        return first;
    }
}
