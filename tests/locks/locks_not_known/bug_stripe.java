// One number, and a lock of four: two threads may hold two.

package locks.locks_not_known.bug_stripe;

import java.util.concurrent.locks.ReentrantLock;

class Sizes {
    private final ReentrantLock[] locks = new ReentrantLock[4];
    private int size;

    public Sizes() {
        for (int i = 0; i < 4; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void add(int key) {
        ReentrantLock lock = locks[key & 3];
        lock.lock();
        try {
            size++;
//          ^^^^ lock-unknown
        } finally {
            lock.unlock();
        }
    }

    public int size() {
        locks[0].lock();
        try {
            return size;
        } finally {
            locks[0].unlock();
        }
    }
}
