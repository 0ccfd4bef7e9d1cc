// What is written is not what was read, but it is written because of that.

package rely.compound_steps.bug_maximum;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Peak {
    private volatile int peak;

    public void see(int value) {
        if (value > peak) {
            peak = value;
//          ^^^^^^^^^^^^ compound-step
        }
    }
}
