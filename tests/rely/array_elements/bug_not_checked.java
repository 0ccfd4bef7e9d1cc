// The place is not checked.

package rely.array_elements.bug_not_checked;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Marks {
    private final boolean[] marked = new boolean[8];

    //@ global_invariant marked != null && marked.length == 8
    //@ env_assumption \forall int i; 0 <= i && i < 8 && \old(marked[i]) ==> marked[i]

    public void mark(int at) {
        if (at < 8) {
            marked[at] = true;
//          ^^^^^^^^^^ implicit-exception
            boolean still = marked[at];
            //@ assert still
        }
    }
}
