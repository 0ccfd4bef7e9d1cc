// A pool that is shut down runs the hook of its class.

package locks.run_by_the_caller.bug_hook;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

class Pool extends ThreadPoolExecutor {
    private final Object lock;
    private int ended;

    Pool(Object lock) {
        super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        this.lock = lock;
    }

    @Override
    protected void terminated() {
        synchronized (lock) {
            ended++;
        }
    }
}

class Counter {
    private final Object first = new Object();
    private final Object second = new Object();
    private final Pool pool = new Pool(first);
    private int count;

    public void end() {
        synchronized (second) {
            pool.shutdown();
//          ^^^^^^^^^^^^^^^ lock-unknown
        }
    }

    public void both() {
        synchronized (first) {
            synchronized (second) {
                count++;
            }
        }
    }

    private void count() {
        synchronized (first) {
            count++;
        }
    }
}
