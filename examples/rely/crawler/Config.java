package crawler;

import net.jcip.annotations.Immutable;

/** What the user has asked for; read by every thread, changed by none. */
@Immutable
final class Config {
    static final int HOSTS = 64;

    private final int workers;
    private final int maxDepth;
    private final int maxPages;
    private final long pauseMillis;
    private final long checkpointMillis;

    //@ global_invariant 1 <= workers && workers <= 3
    //@ global_invariant maxDepth >= 0 && maxPages >= 0 && pauseMillis >= 0 && checkpointMillis >= 1

    Config(int workers, int maxDepth, int maxPages, long pauseMillis, long checkpointMillis) {
        this.workers = between(workers, 1, 3);
        this.maxDepth = maxDepth < 0 ? 0 : maxDepth;
        this.maxPages = maxPages < 0 ? 0 : maxPages;
        this.pauseMillis = pauseMillis < 0 ? 0 : pauseMillis;
        this.checkpointMillis = checkpointMillis < 1 ? 1 : checkpointMillis;
    }

    private static int between(int value, int least, int most) {
        if (value < least) {
            return least;
        }
        return value > most ? most : value;
    }

    int workers() {
        return workers;
    }

    int maxDepth() {
        return maxDepth;
    }

    int maxPages() {
        return maxPages;
    }

    long pauseMillis() {
        return pauseMillis;
    }

    long checkpointMillis() {
        return checkpointMillis;
    }

    /** The slot of a host in the tables that have one for each. */
    //@ ensures 0 <= \result && \result < 64
    static int slotOf(int host) {
        int slot = host % HOSTS;
        return slot < 0 ? slot + HOSTS : slot;
    }
}
