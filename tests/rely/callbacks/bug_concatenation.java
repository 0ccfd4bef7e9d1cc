// What is shown runs its `toString`, in the middle of the method.

package rely.callbacks.bug_concatenation;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Tally {
    @GuardedBy("this") private int count;

    public synchronized void show() {
        int before = count;
        Object counter = new Object() {
            @Override
            public String toString() {
                synchronized (Tally.this) {
                    count++;
                }
                return "";
            }
        };
        String text = "count " + counter;
        int after = count;
        assert before == after;
//      ^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
