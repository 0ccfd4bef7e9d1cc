package crawler;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

/** The last messages, as codes with a number each. */
@ThreadSafe
class Log {
    static final int STARTED = 1;
    static final int STOPPED = 2;
    static final int BANNED = 3;
    static final int CHECKPOINT = 4;
    static final int FULL = 5;

    private static final int KEPT = 100;

    @GuardedBy("this") private final int[] codes = new int[KEPT];
    @GuardedBy("this") private final long[] numbers = new long[KEPT];
    @GuardedBy("this") private int next;
    @GuardedBy("this") private boolean wrapped;

    //@ global_invariant codes != null && numbers != null && codes.length == 100 && numbers.length == 100
    //@ global_invariant 0 <= next && next < 100

    //@ modifies codes[*], numbers[*], next, wrapped
    public void add(int code, long number) {
        synchronized (this) {
            codes[next] = code;
            numbers[next] = number;
            if (next + 1 < KEPT) {
                next++;
            } else {
                next = 0;
                wrapped = true;
            }
        }
    }

    //@ modifies \nothing
    public synchronized int size() {
        return wrapped ? KEPT : next;
    }

    /** How often a code is among the last messages. */
    //@ modifies \nothing
    public synchronized int count(int code) {
        int found = 0;
        int size = wrapped ? KEPT : next;
        for (int i = 0; i < size; i++) {
            if (codes[i] == code) {
                found++;
            }
        }
        return found;
    }

    /** The number of the latest message with a code, or -1. */
    //@ modifies \nothing
    public synchronized long latest(int code) {
        int at = next;
        for (int left = wrapped ? KEPT : next; left > 0; left--) {
            at = at == 0 ? KEPT - 1 : at - 1;
            if (at >= 0 && at < KEPT && codes[at] == code) {
                return numbers[at];
            }
        }
        return -1;
    }

    //@ modifies next, wrapped
    public synchronized void clear() {
        next = 0;
        wrapped = false;
    }

    //@ ensures \result != null
    static Log make() {
        return new Log();
    }
}
