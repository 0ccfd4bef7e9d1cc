// In each round the lock is given back.

package locks.never_ends.ok;

import java.util.concurrent.locks.ReentrantLock;

class Ticker extends Thread {
    private final ReentrantLock lock = new ReentrantLock();
    private int ticks;

    @Override
    public void run() {
        while (true) {
            lock.lock();
            ticks++;
            lock.unlock();
        }
    }
}
