// What is said of the owner holds for whichever thread that is, whoever makes the step.

package rely.invariant_of_each_thread.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Owned {
    private final Thread owner;
    private volatile int value;

    //@ global_invariant owner == tid ==> value >= 0

    public Owned() {
        owner = Thread.currentThread();
    }

    public void set(int next) {
        if (owner != Thread.currentThread() && next >= 0) {
            value = next;
        }
    }

    public void look() {
        if (owner == Thread.currentThread()) {
            int seen = value;
            assert seen >= 0;
        }
    }
}
