// What a helper does besides, it does with the locks of its caller.

package locks.declared_helpers.bug_waits_for_the_caller;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

class Counter {
    private final StampedLock table = new StampedLock();
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    //@ acquires lock
    private void begin() {
        long stamp = table.readLock();
//                   ^^^^^^^^^^^^^^^^ self-deadlock
        table.unlockRead(stamp);
        lock.lock();
    }

    public void add() {
        long stamp = table.writeLock();
        try {
            begin();
            count++;
            lock.unlock();
        } finally {
            table.unlockWrite(stamp);
        }
    }
}
