// A lock that one thread at a time holds keeps two orders apart.

package locks.gates.ok;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Gate {
    private static final ReentrantReadWriteLock GATE = new ReentrantReadWriteLock();
    private static final Object A = new Object();
    private static final Object B = new Object();

    public void one() {
        GATE.writeLock().lock();
        try {
            synchronized (A) {
                synchronized (B) {
                    A.notifyAll();
                }
            }
        } finally {
            GATE.writeLock().unlock();
        }
    }

    public void two() {
        GATE.writeLock().lock();
        try {
            synchronized (B) {
                synchronized (A) {
                    A.notifyAll();
                }
            }
        } finally {
            GATE.writeLock().unlock();
        }
    }
}
