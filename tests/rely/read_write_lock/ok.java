// Readers share the lock and do not change what it protects.

package rely.read_write_lock.ok;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Price {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    //@ global_invariant net >= 0
    @GuardedBy("lock") private int net;

    public int net() {
        lock.readLock().lock();
        try {
            int first = net;
            int second = net;
            //@ assert first == second
            return first;
        } finally {
            lock.readLock().unlock();
        }
    }

    public void set(int newNet) {
        lock.writeLock().lock();
        try {
            net = newNet < 0 ? 0 : newNet;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
