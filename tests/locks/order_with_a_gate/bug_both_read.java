// Both read: that keeps nobody out.

package locks.order_with_a_gate.bug_both_read;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Shelf {
    private static final ReentrantReadWriteLock ALL = new ReentrantReadWriteLock();
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private int books;

    public void push() {
        ALL.readLock().lock();
        try {
            synchronized (LEFT) {
                synchronized (RIGHT) {
//              ^^^^^^^^^^^^^^^^^^^^ lock-order
                    books++;
                }
            }
        } finally {
            ALL.readLock().unlock();
        }
    }

    public void pull() {
        ALL.readLock().lock();
        try {
            synchronized (RIGHT) {
                synchronized (LEFT) {
                    books--;
                }
            }
        } finally {
            ALL.readLock().unlock();
        }
    }
}
