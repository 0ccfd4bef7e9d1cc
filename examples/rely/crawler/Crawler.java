package crawler;

/**
 * A crawler: worker threads that visit pages, and a background thread that keeps the tables in order.
 *
 * <p>Two locks of readers and writers are shared by them, one for the addresses and one for the contents. Everything else
 * has a monitor of its own, belongs to one thread, or never changes.
 */
class Crawler {
    private final Config config;
    private final Frontier frontier = new Frontier();
    private final Filter filter = new Filter();
    private final RobotRules rules = new RobotRules();
    private final Statistics statistics = new Statistics();
    private final Log log = new Log();
    private final HostTable hosts;
    private final RateLimiter limiter;
    private final SeenUrls seen;
    private final ContentStore contents;

    //@ env_assumption \old(stopping) ==> stopping
    private volatile boolean stopping;

    //@ global_invariant config != null && frontier != null && filter != null && rules != null
    //@ global_invariant statistics != null && log != null && hosts != null && limiter != null
    //@ global_invariant seen != null && contents != null

    //@ requires config != null
    Crawler(Config config) {
        this.config = config;
        this.hosts = new HostTable(config.pauseMillis());
        this.limiter = new RateLimiter(10 * config.workers());
        this.seen = new SeenUrls(new ReadersWriterLock());
        this.contents = new ContentStore(new ReadersWriterLock());
    }

    Config config() {
        return config;
    }

    Frontier frontier() {
        return frontier;
    }

    Filter filter() {
        return filter;
    }

    RobotRules rules() {
        return rules;
    }

    Statistics statistics() {
        return statistics;
    }

    Log log() {
        return log;
    }

    HostTable hosts() {
        return hosts;
    }

    RateLimiter limiter() {
        return limiter;
    }

    SeenUrls seen() {
        return seen;
    }

    ContentStore contents() {
        return contents;
    }

    boolean isStopping() {
        return stopping;
    }

    /** Asks all threads to come to an end, and wakes up those that wait. */
    void stop() {
        stopping = true;
        frontier.close();
        limiter.open();
    }

    /** Puts the first addresses into the frontier. */
    //@ requires start != null
    //@ modifies \everything
    private void seed(int[] start) throws InterruptedException {
        for (int i = 0; i < start.length; i++) {
            Url url = new Url(start[i], 0, 0);
            if (seen.add(url.fingerprint())) {
                frontier.put(url);
            }
        }
    }

    /** Hosts with large numbers are left out, apart from a few. */
    //@ requires tid == main
    //@ modifies \everything
    private void makeRules() {
        if (filter.isSealed()) {
            return;
        }
        filter.add(1000, Integer.MAX_VALUE, false);
        filter.add(2000, 2010, true);
        filter.seal();
    }

    /** Starts the threads and waits for them. */
    //@ requires tid == main
    //@ modifies \everything
    private void crawl(long seed) throws InterruptedException {
        makeRules();
        seed(new int[] {3, 14, 15, 92});
        Checkpointer background = new Checkpointer(this);
        background.start();
        Worker[] workers = new Worker[config.workers()];
        startAll(workers, seed);
        awaitEnd();
        joinAll(workers);
        background.join();
        report(background.last());
    }

    //@ requires workers != null
    //@ modifies \everything
    private void startAll(Worker[] workers, long seed) {
        for (int i = 0; i < workers.length; i++) {
            Worker worker = new Worker(this, new Fetcher(seed));
            workers[i] = worker;
            worker.start();
        }
    }

    //@ requires workers != null
    //@ modifies \nothing
    private static void joinAll(Worker[] workers) throws InterruptedException {
        for (int i = 0; i < workers.length; i++) {
            Worker worker = workers[i];
            if (worker != null) {
                worker.join();
            }
        }
    }

    /** Until somebody asks to stop, or nothing has been left to do for a while. */
    //@ modifies \everything
    private void awaitEnd() throws InterruptedException {
        int idle = 0;
        while (!stopping && idle < 10) {
            Thread.sleep(20);
            idle = frontier.size() == 0 ? idle + 1 : 0;
        }
        stop();
    }

    //@ modifies \nothing
    private void report(Snapshot snapshot) {
        System.out.println("fetched " + statistics.fetched() + ", failed " + statistics.failed());
        System.out.println("duplicates " + statistics.duplicates() + ", bytes " + statistics.bytes());
        System.out.println("banned " + hosts.banned() + ", busiest host " + hosts.busiest());
        if (snapshot != null) {
            System.out.println("snapshot " + snapshot.number() + ": " + snapshot.digest());
        }
    }

    public static void main(String[] args) {
        Crawler crawler = new Crawler(new Config(3, 6, 200, 0, 5));
        try {
            crawler.crawl(42);
        } catch (InterruptedException e) {
            crawler.stop();
        }
    }
}
