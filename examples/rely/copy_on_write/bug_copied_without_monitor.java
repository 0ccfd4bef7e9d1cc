// Two writers copy the same array, and one name is lost.

package rely.copy_on_write.bug_copied_without_monitor;

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

    public void add(int name) {
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
//      ^^^^^^^^^^^^ write-not-allowed
    }

    public synchronized void clear() {
        names = new int[0];
    }
}
