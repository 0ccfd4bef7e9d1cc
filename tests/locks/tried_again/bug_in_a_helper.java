// A helper tries, and is asked until it has the lock.

package locks.tried_again.bug_in_a_helper;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private int count;

    private static boolean isTaken(ReentrantLock lock) {
        return lock.tryLock();
    }

    public void there() {
        first.lock();
        try {
            while (!isTaken(second)) {
//                  ^^^^^^^^^^^^^^^ lock-order
                Thread.yield();
            }
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    public void back() {
        second.lock();
        try {
            while (!isTaken(first)) {
                Thread.yield();
            }
            first.unlock();
        } finally {
            second.unlock();
        }
    }
}
