// Tasks are run by other threads: each takes the lock itself.

package rely.executor_tasks.ok;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Crawl {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    @GuardedBy("this") private int pages;

    public void visit(int count) {
        for (int i = 0; i < count; i++) {
            pool.submit(() -> {
                synchronized (this) {
                    pages++;
                }
            });
        }
    }

    public synchronized int pages() {
        return pages;
    }
}
