// Between the two reads the array may have become shorter.

package rely.copy_on_write.bug_read_twice;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Members {
    //@ global_invariant names != null
    //@ unwritable_by_env_if holder == tid
    private volatile int[] names = new int[0];

    public int last() {
        int length = names.length;
        if (length == 0) {
            return -1;
        }
        return names[length - 1];
//             ^^^^^^^^^^^^^^^^^ implicit-exception
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
        names = new int[0];
    }
}
