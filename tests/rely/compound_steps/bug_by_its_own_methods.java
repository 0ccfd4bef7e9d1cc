// The read and the write are in other methods.

package rely.compound_steps.bug_by_its_own_methods;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Counter {
    private volatile int count;

    public int get() {
        return count;
    }

    public void set(int value) {
        count = value;
//      ^^^^^^^^^^^^^ compound-step
    }

    public void add() {
        int value = get();
        value = value + 1;
        set(value);
    }
}
