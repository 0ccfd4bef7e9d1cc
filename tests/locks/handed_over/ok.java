// What a thread runs gives back what it takes, whoever else runs tasks.

package locks.handed_over.ok;

import java.util.concurrent.locks.ReentrantLock;

class Starter {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void start() {
        new Thread(() -> {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }).start();
    }

    public void run(Runnable task) {
        task.run();
    }
}
