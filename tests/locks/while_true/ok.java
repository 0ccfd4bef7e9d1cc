// A server loop that ends only by an exception.

package locks.while_true.ok;

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
                int request = requests.take();
                lock.lock();
                try {
                    served += 100 / request;
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
