// A field that is not final may change between the two looks.

package rely.final_fields.bug_not_final;

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
        int first = other;
        int second = other;
        //@ assert first == second
//          ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
