package crawler;

/** Takes addresses from the frontier, fetches their pages, and puts the links back into the frontier. */
class Worker extends Thread {
    private static final int MOST_TRIES = 3;

    private final Crawler crawler;
    private final Fetcher fetcher;

    //@ writable_if tid == this
    //@ readable_if tid == this
    //@ unwritable_by_env_if tid == this
    private int visited;
    //@ writable_if tid == this
    //@ readable_if tid == this
    //@ unwritable_by_env_if tid == this
    private int postponed;

    //@ global_invariant crawler != null && fetcher != null

    //@ requires crawler != null && fetcher != null
    Worker(Crawler crawler, Fetcher fetcher) {
        this.crawler = crawler;
        this.fetcher = fetcher;
    }

    @Override
    public void run() {
        crawler.log().add(Log.STARTED, visited);
        try {
            while (!crawler.isStopping()) {
                Url url = crawler.frontier().take();
                if (url == null) {
                    break;
                }
                if (!crawler.limiter().acquire()) {
                    break;
                }
                handle(url);
            }
        } catch (InterruptedException e) {
            crawler.stop();
        }
        crawler.log().add(Log.STOPPED, visited);
    }

    //@ requires url != null && tid == this
    //@ modifies \everything
    private void handle(Url url) throws InterruptedException {
        if (!crawler.rules().allows(url) || crawler.hosts().isBanned(url.host())) {
            return;
        }
        if (!crawler.hosts().reserve(url.host(), System.currentTimeMillis())) {
            postpone(url);
            return;
        }
        Page page = fetch(url);
        if (page == null) {
            return;
        }
        if (visited < Integer.MAX_VALUE) {
            visited++;
        }
        if (crawler.contents().add(page.checksum(), url.fingerprint())) {
            follow(page);
        } else {
            crawler.statistics().countDuplicate();
        }
        if (visited >= crawler.config().maxPages()) {
            crawler.stop();
        }
    }

    /** The host is to be left alone for now: the address goes to the end of the frontier. */
    private void postpone(Url url) {
        if (crawler.frontier().put(url)) {
            int before = postponed;
            if (before < Integer.MAX_VALUE) {
                postponed = before + 1;
            }
        }
    }

    /** The page of an address, or null if it is not to be had. */
    //@ requires url != null
    //@ modifies \everything
    private Page fetch(Url url) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Page page = fetcher.fetch(url);
            if (page.isOk()) {
                crawler.hosts().succeeded(url.host());
                crawler.statistics().countFetched(page.linkCount());
                return page;
            }
            if (page.status() == Page.GONE) {
                break;
            }
        }
        crawler.statistics().countFailed();
        if (crawler.hosts().failed(url.host())) {
            crawler.log().add(Log.BANNED, url.host());
            crawler.rules().forbid(url.host(), 0);
        }
        return null;
    }

    //@ requires page != null
    //@ modifies \everything
    private void follow(Page page) throws InterruptedException {
        int count = page.linkCount();
        for (int i = 0; i < count; i++) {
            Url next = page.link(i);
            if (next != null && isWanted(next) && crawler.seen().add(next.fingerprint())) {
                crawler.frontier().put(next);
            }
        }
    }

    private boolean isWanted(Url url) {
        return url.depth() <= crawler.config().maxDepth() && crawler.filter().allows(url.host());
    }
}
