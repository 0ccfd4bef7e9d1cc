// The lock is taken in each round, and never given back.

package locks.never_ends.bug_taken_in_each_round;

import java.util.concurrent.locks.ReentrantLock;

class Ticker extends Thread {
    private final ReentrantLock lock = new ReentrantLock();
    private int ticks;

    @Override
    public void run() {
        while (true) {
            lock.lock();
//          ^^^^^^^^^^^ lock-unknown
            ticks++;
        }
    }
}
