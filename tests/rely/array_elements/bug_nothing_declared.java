// Without the declaration a mark may be taken away at any time.

package rely.array_elements.bug_nothing_declared;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Marks {
    private final boolean[] marked = new boolean[8];

    //@ global_invariant marked != null && marked.length == 8

    public void mark(int at) {
        if (at >= 0 && at < 8) {
            marked[at] = true;
//          ^^^^^^^^^^^^^^^^^ unprotected-content
            boolean still = marked[at];
            //@ assert still
//              ^^^^^^^^^^^^ java-assertion
        }
    }
}
