package crawler;

/**
 * The checksums of the contents that were met, with the address where each was met first.
 *
 * <p>The table is open: a checksum stands at the first free place after its own. Workers look and add as readers of the lock,
 * with the monitor against each other where they add; the background thread, as the writer, lets the table grow.
 */
class ContentStore {
    private static final int FIRST_SIZE = 64;
    private static final int LARGEST = 1 << 20;

    private final ReadersWriterLock lock;

    //@ unwritable_by_env_if lock.writer == tid || lock.readers.contains(tid)
    private long[] checksums = new long[FIRST_SIZE];
    //@ unwritable_by_env_if lock.writer == tid || lock.readers.contains(tid)
    private long[] origins = new long[FIRST_SIZE];
    //@ unwritable_by_env_if lock.writer == tid || (lock.readers.contains(tid) && holder == tid)
    private int used;

    //@ global_invariant lock != null && checksums != null && origins != null
    //@ global_invariant checksums.length >= 1 && used >= 0

    //@ requires lock != null
    ContentStore(ReadersWriterLock lock) {
        this.lock = lock;
    }

    /** Whether the content is new. Contents that find no place count as new each time. */
    //@ modifies \everything
    boolean add(long checksum, long origin) throws InterruptedException {
        if (checksum == 0) {
            return true;
        }
        lock.beginRead();
        try {
            return addLocked(checksum, origin);
        } finally {
            lock.endRead();
        }
    }

    //@ requires lock.readers.contains(tid)
    //@ modifies checksums[*], origins[*], used
    private synchronized boolean addLocked(long checksum, long origin) {
        long[] table = checksums;
        long[] where = origins;
        int at = placeOf(checksum, table.length);
        for (int tries = 0; tries < table.length; tries++) {
            if (at < 0 || at >= table.length) {
                return true;
            }
            if (table[at] == checksum) {
                return false;
            }
            if (table[at] == 0) {
                table[at] = checksum;
                if (at < where.length) {
                    where[at] = origin;
                }
                if (used < LARGEST) {
                    used++;
                }
                return true;
            }
            at = at + 1 == table.length ? 0 : at + 1;
        }
        return true;
    }

    //@ requires size >= 1
    //@ ensures 0 <= \result && \result < size
    private static int placeOf(long checksum, int size) {
        int place = (int) (checksum % size);
        return place < 0 ? place + size : place;
    }

    /** The address where a content was met first, or 0. */
    long originOf(long checksum) throws InterruptedException {
        if (checksum == 0) {
            return 0;
        }
        lock.beginRead();
        try {
            long[] table = checksums;
            long[] where = origins;
            for (int i = 0; i < table.length && i < where.length; i++) {
                if (table[i] == checksum) {
                    return where[i];
                }
            }
            return 0;
        } finally {
            lock.endRead();
        }
    }

    /** Makes the table larger if it is half full. Called by the background thread. */
    //@ modifies \everything
    boolean growIfNeeded() throws InterruptedException {
        lock.beginWrite();
        try {
            int size = checksums.length;
            if (used < size / 2 || size >= LARGEST) {
                return false;
            }
            grow(2 * size);
            return true;
        } finally {
            lock.endWrite();
        }
    }

    //@ requires lock.writer == tid && newSize >= 1
    //@ modifies checksums, origins, used
    private void grow(int newSize) {
        long[] from = checksums;
        long[] fromWhere = origins;
        long[] to = new long[newSize];
        long[] toWhere = new long[newSize];
        int kept = 0;
        //@ loop_invariant lock.writer == tid && 0 <= i && 0 <= kept && to.length == newSize && toWhere.length == newSize
        for (int i = 0; i < from.length && i < fromWhere.length; i++) {
            if (from[i] != 0 && place(to, toWhere, from[i], fromWhere[i])) {
                kept = kept < LARGEST ? kept + 1 : kept;
            }
        }
        checksums = to;
        origins = toWhere;
        used = kept;
    }

    //@ requires table != null && where != null && table.length >= 1 && where.length == table.length
    private static boolean place(long[] table, long[] where, long checksum, long origin) {
        int at = placeOf(checksum, table.length);
        for (int tries = 0; tries < table.length; tries++) {
            if (at < 0 || at >= table.length) {
                return false;
            }
            if (table[at] == 0) {
                table[at] = checksum;
                where[at] = origin;
                return true;
            }
            at = at + 1 == table.length ? 0 : at + 1;
        }
        return false;
    }

    /** A copy of all checksums, for the snapshot. Called by the background thread. */
    //@ modifies \everything
    long[] copy() throws InterruptedException {
        lock.beginRead();
        try {
            long[] table = checksums;
            return Longs.copy(table, table.length, table.length);
        } finally {
            lock.endRead();
        }
    }

    //@ ensures \result != null
    static ContentStore make() {
        return new ContentStore(new ReadersWriterLock());
    }
}
