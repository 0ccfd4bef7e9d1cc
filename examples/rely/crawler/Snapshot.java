package crawler;

/**
 * The state of the crawl at one moment, as it would be written to a disk.
 *
 * <p>It belongs to the thread that makes it until it is finished. After that nobody changes it.
 */
class Snapshot {
    private final Thread maker;

    //@ env_assumption \old(finished) ==> finished
    //@ unwritable_by_env_if maker == tid
    private volatile boolean finished;

    //@ unwritable_by_env_if maker == tid || finished
    //@ readable_if maker == tid || finished
    private int number;
    //@ unwritable_by_env_if maker == tid || finished
    //@ readable_if maker == tid || finished
    private int seen;
    //@ unwritable_by_env_if maker == tid || finished
    //@ readable_if maker == tid || finished
    private int waiting;
    //@ unwritable_by_env_if maker == tid || finished
    //@ readable_if maker == tid || finished
    private long[] contents;

    //@ global_invariant finished ==> contents != null

    //@ requires maker != null
    Snapshot(Thread maker) {
        this.maker = maker;
    }

    //@ requires maker == tid && !finished
    void setNumbers(int newNumber, int newSeen, int newWaiting) {
        number = newNumber;
        seen = newSeen;
        waiting = newWaiting;
    }

    //@ requires maker == tid && !finished && newContents != null
    void finish(long[] newContents) {
        contents = newContents;
        finished = true;
    }

    boolean isFinished() {
        return finished;
    }

    /** A number that depends on all of the snapshot, or 0 if there is nothing yet. */
    long digest() {
        if (!finished) {
            return 0;
        }
        long digest = 31L * number + seen;
        digest = 31L * digest + waiting;
        long[] all = contents;
        for (int i = 0; i < all.length; i++) {
            digest = 31L * digest + all[i];
        }
        return digest;
    }

    int number() {
        if (!finished) {
            return -1;
        }
        int first = number;
        int second = number;
        //@ assert first == second
        return first;
    }
}
