// A thread keeps its lock, though somebody else runs tasks, too.

package locks.handed_over.bug_others_run_tasks;

import java.util.concurrent.locks.ReentrantLock;

class Starter {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void start() {
        new Thread(() -> {
            lock.lock();
//          ^^^^^^^^^^^ lock-not-released
            count++;
        }).start();
    }

    public void run(Runnable task) {
        task.run();
    }
}
