package crawler;

/**
 * The background thread: from time to time it moves new addresses into the large table, lets the store of contents grow, and
 * takes a snapshot.
 */
class Checkpointer extends Thread {
    private final Crawler crawler;

    //@ writable_if tid == this
    //@ readable_if tid == this
    //@ unwritable_by_env_if tid == this
    private int checkpoints;

    private volatile Snapshot last;

    //@ global_invariant crawler != null

    //@ requires crawler != null
    Checkpointer(Crawler crawler) {
        this.crawler = crawler;
    }

    @Override
    public void run() {
        try {
            while (!crawler.isStopping()) {
                checkpoint();
                pause();
            }
            checkpoint();
        } catch (InterruptedException e) {
            crawler.stop();
        }
        crawler.log().add(Log.STOPPED, 0);
    }

    //@ requires tid == this
    //@ modifies \everything
    private void checkpoint() throws InterruptedException {
        int seen = crawler.seen().merge();
        if (crawler.contents().growIfNeeded()) {
            crawler.log().add(Log.FULL, seen);
        }
        Snapshot snapshot = new Snapshot(this);
        snapshot.setNumbers(next(), seen, crawler.frontier().size());
        long[] contents = crawler.contents().copy();
        if (contents != null) {
            snapshot.finish(contents);
            last = snapshot;
        }
        crawler.limiter().refill(System.currentTimeMillis(), 10);
        crawler.log().add(Log.CHECKPOINT, seen);
    }

    private int next() {
        int number = checkpoints;
        if (number < Integer.MAX_VALUE) {
            checkpoints = number + 1;
        }
        return number;
    }

    private void pause() throws InterruptedException {
        if (crawler.hosts().banned() > Config.HOSTS / 2) {
            crawler.hosts().forgive();
        }
        Thread.sleep(crawler.config().checkpointMillis());
    }

    /** The latest snapshot, or null. */
    Snapshot last() {
        return last;
    }
}
