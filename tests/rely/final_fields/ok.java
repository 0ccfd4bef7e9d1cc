// What is final does not change once the object is made.

package rely.final_fields.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Constant {
    private final int size;
    private volatile int other;

    Constant(int size) {
        this.size = size;
    }

    public void grow() {
        other = 1;
    }

    public void look() {
        int first = size;
        int second = size;
        //@ assert first == second
    }
}
