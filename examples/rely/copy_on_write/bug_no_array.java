// Clearing leaves nothing at all.

package rely.copy_on_write.bug_no_array;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Members {
    //@ global_invariant names != null
    //@ unwritable_by_env_if holder == tid
    private volatile int[] names = new int[0];

    public int last() {
        int[] snapshot = names;
        if (snapshot.length == 0) {
            return -1;
        }
        return snapshot[snapshot.length - 1];
    }

    public synchronized void add(int name) {
        int[] old = names;
        if (old.length == Integer.MAX_VALUE) {
            return;
        }
        int[] copy = new int[old.length + 1];
        for (int i = 0; i < old.length; i++) {
            copy[i] = old[i];
        }
        copy[old.length] = name;
        names = copy;
    }

    public synchronized void clear() {
        names = null;
//      ^^^^^^^^^^^^ global-invariant
    }
}
