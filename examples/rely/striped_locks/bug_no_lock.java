// The count is not protected.

package rely.striped_locks.bug_no_lock;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stripes {
    private final Object[] locks = {new Object(), new Object(), new Object(), new Object()};
    private final int[] counts = new int[4];

    //@ global_invariant locks.length == 4 && counts.length == 4
    //@ global_invariant \forall int i; 0 <= i && i < 4 ==> locks[i] != null
    //@ global_invariant \forall Stripes other; other != this ==> other.locks != locks && other.counts != counts
    //@ env_assumption \forall int i; 0 <= i && i < 4 ==> locks[i] == \old(locks[i])
    //@ env_assumption \forall int i; 0 <= i && i < 4 && locks[i].holder == tid ==> counts[i] == \old(counts[i])

    public int increment(int key) {
        int stripe = key & 3;
        int next = counts[stripe] + 1;
        counts[stripe] = next;
//      ^^^^^^^^^^^^^^^^^^^^^ environment
        return next;
    }
}
