// The step breaks for the owner what does not concern the thread that makes it.

package rely.invariant_of_each_thread.bug_broken_for_another;

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
        if (owner != Thread.currentThread()) {
            value = next;
//          ^^^^^^^^^^^^ global-invariant
        }
    }

    public void look() {
        if (owner == Thread.currentThread()) {
            int seen = value;
            assert seen >= 0;
        }
    }
}
