package crawler;

import net.jcip.annotations.Immutable;

/** An address: a host, and a path on it. */
@Immutable
final class Url {
    private static final long FACTOR = 1000003L;

    private final int host;
    private final int path;
    private final int depth;

    Url(int host, int path, int depth) {
        this.host = host;
        this.path = path;
        this.depth = depth;
    }

    int host() {
        return host;
    }

    int path() {
        return path;
    }

    /** How many links were followed to come here. */
    int depth() {
        return depth;
    }

    /** A number that is the same for the same address, and rarely the same for another one. */
    long fingerprint() {
        long mixed = FACTOR * host + path;
        mixed ^= mixed >>> 29;
        return mixed * FACTOR;
    }

    boolean isSameAs(Url other) {
        return other != null && other.host == host && other.path == path;
    }

    Url follow(int link) {
        return new Url(host ^ link & 7, link, depth + 1);
    }
}
