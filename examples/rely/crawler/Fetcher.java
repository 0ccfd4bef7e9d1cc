package crawler;

import net.jcip.annotations.Immutable;

/** Fetches pages. The net is imagined: each address has a page that follows from its numbers. */
@Immutable
final class Fetcher {
    private static final int MOST_LINKS = 12;

    private final long seed;

    Fetcher(long seed) {
        this.seed = seed;
    }

    //@ requires url != null
    //@ ensures \result != null
    Page fetch(Url url) {
        long noise = noise(url.fingerprint());
        int dice = (int) (noise & 15);
        if (dice == 0) {
            return new Page(url, Page.FAILED, 0, new int[0]);
        }
        if (dice == 1) {
            return new Page(url, Page.GONE, 0, new int[0]);
        }
        int count = (int) (noise >>> 8 & 15);
        if (count > MOST_LINKS) {
            count = MOST_LINKS;
        }
        return new Page(url, Page.OK, noise >>> 16, links(noise, count));
    }

    //@ requires 0 <= count && count <= 12
    //@ ensures \result != null
    private static int[] links(long noise, int count) {
        int[] links = new int[count];
        long left = noise;
        for (int i = 0; i < links.length; i++) {
            left = left * 31 + 17;
            links[i] = (int) (left >>> 20 & 1023);
        }
        return links;
    }

    private long noise(long fingerprint) {
        long mixed = fingerprint ^ seed;
        mixed ^= mixed << 13;
        mixed ^= mixed >>> 7;
        mixed ^= mixed << 17;
        return mixed;
    }
}
