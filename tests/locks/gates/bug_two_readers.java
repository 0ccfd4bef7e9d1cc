// Two readers pass the gate together.

package locks.gates.bug_two_readers;

import java.util.concurrent.locks.ReentrantReadWriteLock;

class Gate {
    private static final ReentrantReadWriteLock GATE = new ReentrantReadWriteLock();
    private static final Object A = new Object();
    private static final Object B = new Object();

    public void one() {
        GATE.readLock().lock();
        try {
            synchronized (A) {
                synchronized (B) {
//              ^^^^^^^^^^^^^^^^ lock-order
                    A.notifyAll();
                }
            }
        } finally {
            GATE.readLock().unlock();
        }
    }

    public void two() {
        GATE.readLock().lock();
        try {
            synchronized (B) {
                synchronized (A) {
                    A.notifyAll();
                }
            }
        } finally {
            GATE.readLock().unlock();
        }
    }
}
