package crawler;

import net.jcip.annotations.Immutable;

/** What came back from an address. Nobody changes the links once the page is made. */
@Immutable
final class Page {
    static final int OK = 200;
    static final int GONE = 410;
    static final int FAILED = 500;

    private final Url url;
    private final int status;
    private final long checksum;
    private final int[] links;

    //@ global_invariant url != null && links != null

    //@ requires url != null && links != null
    Page(Url url, int status, long checksum, int[] links) {
        this.url = url;
        this.status = status;
        this.checksum = checksum;
        this.links = links;
    }

    Url url() {
        return url;
    }

    int status() {
        return status;
    }

    boolean isOk() {
        return status == OK;
    }

    long checksum() {
        return checksum;
    }

    int linkCount() {
        return links.length;
    }

    /** The address that a link leads to, or null if there is no such link. */
    Url link(int number) {
        if (number < 0 || number >= links.length) {
            return null;
        }
        return url.follow(links[number]);
    }
}
