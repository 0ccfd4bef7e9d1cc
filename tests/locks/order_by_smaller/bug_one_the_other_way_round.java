// One method takes the smaller first, the other the larger.

package locks.order_by_smaller.bug_one_the_other_way_round;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Bank {
    private final Lock[] locks = new Lock[8];
    private final AtomicLong moved = new AtomicLong();

    Bank() {
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void transfer(int from, int to) {
        Lock first = locks[Math.min(from, to)];
        Lock second = locks[Math.max(from, to)];
        first.lock();
        try {
            second.lock();
//          ^^^^^^^^^^^^^ lock-order
            try {
                moved.incrementAndGet();
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    public void revert(int from, int to) {
        int first = from < to ? to : from;
        int second = from < to ? from : to;
        Lock outer = locks[first];
        Lock inner = locks[second];
        outer.lock();
        try {
            inner.lock();
            try {
                moved.decrementAndGet();
            } finally {
                inner.unlock();
            }
        } finally {
            outer.unlock();
        }
    }
}
