// Whichever side was chosen, who has read keeps himself from writing.

package locks.sides_as_arguments.bug_one_of_both;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Table {
    private final ReentrantReadWriteLock rows = new ReentrantReadWriteLock();

    public void add(boolean isReader) {
        Lock chosen = isReader ? rows.readLock() : rows.writeLock();
        chosen.lock();
        try {
            rows.writeLock().lock();
//          ^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
            rows.writeLock().unlock();
        } finally {
            chosen.unlock();
        }
    }
}
