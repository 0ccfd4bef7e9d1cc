// The task counts without the lock.

package rely.executor_tasks.bug_task_without_lock;

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
                pages++;
//              ^^^^^ guard
            });
        }
    }

    public synchronized int pages() {
        return pages;
    }
}
