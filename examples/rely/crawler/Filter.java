package crawler;

/**
 * Which addresses are to be visited at all.
 *
 * <p>The main thread fills in the rules; then it seals the filter, and from then on everybody may read them and nobody
 * changes them.
 */
class Filter {
    private static final int MOST = 32;

    //@ env_assumption \old(sealed) ==> sealed
    //@ unwritable_by_env_if tid == main
    private volatile boolean sealed;

    //@ unwritable_by_env_if tid == main || sealed
    //@ readable_if tid == main || sealed
    private int count;

    private final int[] lowest = new int[MOST];
    private final int[] highest = new int[MOST];
    private final boolean[] allows = new boolean[MOST];

    //@ global_invariant lowest != null && lowest.length == 32
    //@ global_invariant highest != null && highest.length == 32
    //@ global_invariant allows != null && allows.length == 32
    //@ global_invariant 0 <= count && count <= 32

    /** Adds a rule for the hosts of a range; later rules count more. */
    //@ requires tid == main && !sealed
    boolean add(int from, int to, boolean allowed) {
        if (count == MOST || from > to) {
            return false;
        }
        lowest[count] = from;
        highest[count] = to;
        allows[count] = allowed;
        count++;
        return true;
    }

    //@ requires tid == main
    void seal() {
        sealed = true;
    }

    boolean isSealed() {
        return sealed;
    }

    /** Whether a host may be visited; nobody may before the filter is sealed. */
    boolean allows(int host) {
        if (!sealed) {
            return false;
        }
        //@ loop_invariant i < 32
        for (int i = count - 1; i >= 0; i--) {
            if (lowest[i] <= host && host <= highest[i]) {
                return allows[i];
            }
        }
        return true;
    }

    int size() {
        if (!sealed) {
            return 0;
        }
        int first = count;
        int second = count;
        //@ assert first == second
        return second;
    }

    //@ ensures \result != null
    static Filter make() {
        return new Filter();
    }
}
