// The thread waits for a request with the lock, and is interrupted.

package locks.while_true.bug_taken_before_waiting;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Server implements Runnable {
    private final ReentrantLock lock = new ReentrantLock();
    private final BlockingQueue<Integer> requests;
    @GuardedBy("lock") private int served;

    Server(BlockingQueue<Integer> requests) {
        this.requests = requests;
    }

    public void run() {
        try {
            while (true) {
                lock.lock();
//              ^^^^^^^^^^^ lock-not-released
                requests.take();
                served++;
                lock.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
