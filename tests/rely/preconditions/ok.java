// A helper says what its callers must have.

package rely.preconditions.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stack {
    private final int[] items = new int[16];
    //@ global_invariant items.length == 16 && 0 <= top && top <= 16
    @GuardedBy("this") private int top;

    //@ requires holder == tid && top < 16
    private void add(int item) {
        items[top] = item;
        top++;
    }

    public synchronized boolean push(int item) {
        if (top == 16) {
            return false;
        }
        add(item);
        return true;
    }
}
