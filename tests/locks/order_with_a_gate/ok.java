// One of the two keeps the other out altogether.

package locks.order_with_a_gate.ok;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Shelf {
    private static final ReentrantReadWriteLock ALL = new ReentrantReadWriteLock();
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private int books;

    public void push() {
        ALL.writeLock().lock();
        try {
            synchronized (LEFT) {
                synchronized (RIGHT) {
                    books++;
                }
            }
        } finally {
            ALL.writeLock().unlock();
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
