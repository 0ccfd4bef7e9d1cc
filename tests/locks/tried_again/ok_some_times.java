// Who tries a few times, or gives back what he has in between, does not wait.

package locks.tried_again.ok_some_times;

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
            boolean isTaken = false;
            for (int i = 0; i < 3 && !isTaken; i++) {
                isTaken = second.tryLock();
            }
            if (!isTaken) {
                return;
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
                second.unlock();
                Thread.yield();
                second.lock();
            }
            first.unlock();
        } finally {
            second.unlock();
        }
    }
}
