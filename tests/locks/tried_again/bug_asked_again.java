// A thread asks whether a lock is held until it is not, and keeps the one that its holder waits for.

package locks.tried_again.bug_asked_again;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private int count;

    public void await() {
        first.lock();
        try {
            while (second.isLocked()) {
//                 ^^^^^^^^^^^^^^^^^ lock-unknown
                Thread.onSpinWait();
            }
            count++;
        } finally {
            first.unlock();
        }
    }

    public void both() {
        second.lock();
        try {
            first.lock();
            try {
                count++;
            } finally {
                first.unlock();
            }
        } finally {
            second.unlock();
        }
    }
}
