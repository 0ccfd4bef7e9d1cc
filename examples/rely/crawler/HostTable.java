package crawler;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

/** How each host behaves: visits, failures, and the time before which it is to be left alone. */
@ThreadSafe
class HostTable {
    private static final int TOO_MANY_FAILURES = 5;
    private static final int MOST = 1000000;

    private final long pauseMillis;
    @GuardedBy("this") private final int[] visits = new int[Config.HOSTS];
    @GuardedBy("this") private final int[] failures = new int[Config.HOSTS];
    @GuardedBy("this") private final long[] nextVisit = new long[Config.HOSTS];
    @GuardedBy("this") private int banned;

    //@ global_invariant visits != null && failures != null && nextVisit != null
    //@ global_invariant visits.length == 64 && failures.length == 64 && nextVisit.length == 64
    //@ global_invariant 0 <= banned && banned <= 1000000

    HostTable(long pauseMillis) {
        this.pauseMillis = pauseMillis;
    }

    /** Whether the host may be visited now; if so, it is left alone for a while from now on. */
    //@ modifies nextVisit[*]
    public synchronized boolean reserve(int host, long now) {
        int slot = Config.slotOf(host);
        if (failures[slot] >= TOO_MANY_FAILURES) {
            return false;
        }
        if (now < nextVisit[slot]) {
            return false;
        }
        nextVisit[slot] = now + pauseMillis;
        return true;
    }

    //@ modifies visits[*], failures[*]
    public synchronized void succeeded(int host) {
        int slot = Config.slotOf(host);
        if (visits[slot] < MOST) {
            visits[slot]++;
        }
        failures[slot] = 0;
    }

    /** Counts a failure; true if the host is banned by it. */
    //@ modifies failures[*], banned
    public synchronized boolean failed(int host) {
        int slot = Config.slotOf(host);
        if (failures[slot] >= TOO_MANY_FAILURES) {
            return false;
        }
        failures[slot]++;
        if (failures[slot] < TOO_MANY_FAILURES) {
            return false;
        }
        if (banned < MOST) {
            banned++;
        }
        return true;
    }

    //@ modifies \nothing
    public synchronized boolean isBanned(int host) {
        return failures[Config.slotOf(host)] >= TOO_MANY_FAILURES;
    }

    //@ modifies \nothing
    public synchronized int banned() {
        return banned;
    }

    /** Gives every banned host another chance. */
    //@ modifies failures[*], banned
    public synchronized void forgive() {
        for (int i = 0; i < failures.length; i++) {
            if (failures[i] >= TOO_MANY_FAILURES) {
                failures[i] = TOO_MANY_FAILURES - 1;
            }
        }
        banned = 0;
    }

    /** A copy of the numbers of visits. */
    //@ modifies \nothing
    public synchronized int[] visits() {
        int[] copy = new int[visits.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = visits[i];
        }
        return copy;
    }

    //@ modifies \nothing
    public synchronized int busiest() {
        int best = 0;
        //@ loop_invariant 0 <= best && best < 64 && 0 <= i
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > visits[best]) {
                best = i;
            }
        }
        return best;
    }

    //@ ensures \result != null
    static HostTable make(long pauseMillis) {
        return new HostTable(pauseMillis);
    }
}
