// A mark is taken away.

package rely.array_elements.bug_unmarked;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Marks {
    private final boolean[] marked = new boolean[8];

    //@ global_invariant marked != null && marked.length == 8
    //@ env_assumption \forall int i; 0 <= i && i < 8 && \old(marked[i]) ==> marked[i]

    public void unmark(int at) {
        if (at >= 0 && at < 8) {
            marked[at] = false;
//          ^^^^^^^^^^^^^^^^^^ environment
        }
    }

    public void mark(int at) {
        if (at >= 0 && at < 8) {
            marked[at] = true;
            boolean still = marked[at];
            //@ assert still
        }
    }
}
