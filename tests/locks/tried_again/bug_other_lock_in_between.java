// What is given back in between is another lock.

package locks.tried_again.bug_other_lock_in_between;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private int count;
    private final ReentrantLock log = new ReentrantLock();

    private void note() {
        log.lock();
        try {
            count++;
        } finally {
            log.unlock();
        }
    }

    public void there() {
        first.lock();
        try {
            while (!second.tryLock()) {
//                  ^^^^^^^^^^^^^^^^ lock-order
                note();
            }
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    public void back() {
        second.lock();
        try {
            while (!first.tryLock()) {
                note();
            }
            first.unlock();
        } finally {
            second.unlock();
        }
    }
}
