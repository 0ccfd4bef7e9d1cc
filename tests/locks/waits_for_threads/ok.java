// A thread waits for others with no lock, or with one that they do not take.

package locks.waits_for_threads.ok;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Tasks {
    private final Object lifecycle = new Object();
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private int count;

    public int submitted() throws InterruptedException, ExecutionException {
        synchronized (lifecycle) {
            return executor.submit(() -> next()).get();
        }
    }

    private synchronized int next() {
        return count++;
    }
}

class Joined {
    private int count;

    private synchronized void add() {
        count++;
    }

    public synchronized void other() {
        Thread other = new Thread(() -> add(), "other");
        other.start();
    }

    public void all() throws InterruptedException {
        Thread first = new Thread(() -> add());
        first.start();
        first.join();
        Thread second = new Thread(() -> Thread.yield());
        second.start();
        synchronized (this) {
            second.join();
        }
    }
}
