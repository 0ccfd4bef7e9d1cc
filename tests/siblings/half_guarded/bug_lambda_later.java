// Wrong: the task writes `done` in another thread, without the monitor that the others use.

package siblings.half_guarded.bug_lambda_later;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Work {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private int done;

    public synchronized int done() {
        return done;
    }

    public synchronized void begin() {
        pool.execute(() -> {
            done++;
        });
    }
}
