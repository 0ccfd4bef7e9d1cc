// The elements of a shared array change like fields do; what is declared of them is kept.

package rely.array_elements.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Marks {
    private final boolean[] marked = new boolean[8];

    //@ global_invariant marked != null && marked.length == 8
    //@ env_assumption \forall int i; 0 <= i && i < 8 && \old(marked[i]) ==> marked[i]

    public void mark(int at) {
        if (at >= 0 && at < 8) {
            marked[at] = true;
            boolean still = marked[at];
            //@ assert still
        }
    }
}
