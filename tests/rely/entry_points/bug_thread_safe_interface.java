// What a thread-safe interface promises, its implementations keep.

package rely.entry_points.bug_thread_safe_interface;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
interface Counter {
    void add();
}

class Plain implements Counter {
    private int count;
//              ^^^^^ undeclared-field

    @Override
    public void add() {
        count = count + 1;
    }
}
