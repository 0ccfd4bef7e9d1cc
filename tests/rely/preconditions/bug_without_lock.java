// The caller does not have the lock.

package rely.preconditions.bug_without_lock;

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
//      ^^^^^^^^^^^^^^^^^ unprotected-content
        top++;
    }

    public boolean push(int item) {
        synchronized (this) {
            if (top == 16) {
                return false;
            }
        }
        add(item);
//      ^^^^^^^^^ method-precondition
        return true;
    }
}
