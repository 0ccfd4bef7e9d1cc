package crawler;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import net.jcip.annotations.ThreadSafe;

/** Numbers that only grow. They stop at a limit instead of wrapping around. */
@ThreadSafe
class Statistics {
    private static final int LIMIT = 1000000000;

    private final AtomicInteger fetched = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger duplicates = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    //@ global_invariant fetched != null && failed != null && duplicates != null && bytes != null
    //@ global_invariant fetched != failed && fetched != duplicates && failed != duplicates
    //@ global_invariant 0 <= fetched.get() && fetched.get() <= 1000000000
    //@ global_invariant 0 <= failed.get() && failed.get() <= 1000000000
    //@ global_invariant 0 <= duplicates.get() && duplicates.get() <= 1000000000
    //@ env_assumption \old(fetched.get()) <= fetched.get()
    //@ env_assumption \old(failed.get()) <= failed.get()
    //@ env_assumption \old(duplicates.get()) <= duplicates.get()

    private static void count(AtomicInteger number) {
        while (true) {
            int now = number.get();
            if (now >= LIMIT || number.compareAndSet(now, now + 1)) {
                return;
            }
        }
    }

    //@ modifies fetched.get(), bytes.get()
    public void countFetched(int size) {
        count(fetched);
        if (size > 0) {
            bytes.addAndGet(size);
        }
    }

    //@ modifies failed.get()
    public void countFailed() {
        count(failed);
    }

    //@ modifies duplicates.get()
    public void countDuplicate() {
        count(duplicates);
    }

    public int fetched() {
        return fetched.get();
    }

    public int failed() {
        return failed.get();
    }

    public int duplicates() {
        return duplicates.get();
    }

    public long bytes() {
        return bytes.get();
    }

    /** The share of failures in percent. What was read first cannot have become smaller meanwhile. */
    public int failureRate() {
        int bad = failed.get();
        int good = fetched.get();
        int again = fetched.get();
        //@ assert good <= again
        long all = (long) bad + good;
        if (all == 0) {
            return 0;
        }
        return (int) (100L * bad / all);
    }

    //@ ensures \result != null
    static Statistics make() {
        return new Statistics();
    }
}
