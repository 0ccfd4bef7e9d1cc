package crawler;

/**
 * The addresses that were met so far.
 *
 * <p>Workers put new ones into a small table in memory; the background thread moves them into a large sorted one. A worker
 * holds the lock as a reader, and the monitor against other workers; the background thread holds the lock as its writer, and
 * so keeps all workers out.
 */
class SeenUrls {
    private static final int FRESH = 256;

    private final ReadersWriterLock lock;

    //@ unwritable_by_env_if lock.writer == tid || (lock.readers.contains(tid) && holder == tid)
    private long[] fresh = new long[FRESH];
    //@ unwritable_by_env_if lock.writer == tid || (lock.readers.contains(tid) && holder == tid)
    private int freshCount;
    //@ unwritable_by_env_if lock.writer == tid || lock.readers.contains(tid)
    private long[] merged = new long[0];

    //@ global_invariant lock != null && fresh != null && merged != null
    //@ global_invariant 0 <= freshCount && freshCount <= fresh.length

    //@ requires lock != null
    SeenUrls(ReadersWriterLock lock) {
        this.lock = lock;
    }

    /** Whether the address is new; from now on it is not. */
    //@ modifies \everything
    boolean add(long fingerprint) throws InterruptedException {
        lock.beginRead();
        try {
            if (contains(merged, merged.length, fingerprint)) {
                return false;
            }
            return addFresh(fingerprint);
        } finally {
            lock.endRead();
        }
    }

    //@ requires lock.readers.contains(tid)
    //@ modifies fresh, freshCount, fresh[*]
    private synchronized boolean addFresh(long fingerprint) {
        if (contains(fresh, freshCount, fingerprint)) {
            return false;
        }
        if (freshCount == fresh.length) {
            if (fresh.length > 1000000) {
                return false;
            }
            fresh = Longs.copy(fresh, freshCount, 2 * fresh.length + 1);
        }
        fresh[freshCount] = fingerprint;
        freshCount++;
        return true;
    }

    //@ requires numbers != null && 0 <= count && count <= numbers.length
    private static boolean contains(long[] numbers, int count, long number) {
        for (int i = 0; i < count; i++) {
            if (numbers[i] == number) {
                return true;
            }
        }
        return false;
    }

    /** Moves what is new into the large table, and returns how many addresses there are. Called by the background thread. */
    //@ modifies \everything
    int merge() throws InterruptedException {
        lock.beginWrite();
        try {
            int old = merged.length;
            if (old > 100000000 - freshCount) {
                return old;
            }
            long[] all = Longs.copy(merged, old, old + freshCount);
            Longs.append(all, old, fresh, freshCount);
            merged = all;
            freshCount = 0;
            return all.length;
        } finally {
            lock.endWrite();
        }
    }

    /** How many addresses are in the small table; at once out of date. */
    int freshCount() throws InterruptedException {
        lock.beginRead();
        try {
            return freshCount;
        } finally {
            lock.endRead();
        }
    }

    //@ ensures \result != null
    static SeenUrls make() {
        return new SeenUrls(new ReadersWriterLock());
    }
}
