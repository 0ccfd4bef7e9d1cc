// The submitting thread has the lock; the task has not.

package rely.executor_tasks.bug_lock_of_the_submitter;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Crawl {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    @GuardedBy("this") private int pages;

    public synchronized void visit(int count) {
        for (int i = 0; i < count; i++) {
            pool.execute(() -> {
                pages++;
//              ^^^^^ guard
            });
        }
    }

    public synchronized int pages() {
        return pages;
    }
}
