// The caller does not ask whether there is room.

package rely.preconditions.bug_full;

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
        add(item);
//      ^^^^^^^^^ method-precondition
        return true;
    }
}
