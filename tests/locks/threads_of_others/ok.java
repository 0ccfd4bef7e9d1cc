// What a thread does that others start is under a lock, or done before.

package locks.threads_of_others.ok;

import java.util.concurrent.atomic.AtomicInteger;

class Files {
    private static final AtomicInteger OPEN = new AtomicInteger();
    private static int limit;

    public static void main(String[] args) {
        limit = args.length;
        Runtime.getRuntime().addShutdownHook(new Thread(Files::close));
        OPEN.incrementAndGet();
    }

    static void close() {
        OPEN.set(limit);
    }
}
