// To call a method of what was read is to use it.

package locks.validated_reads.bug_method_of_it;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Cell {
    private int value;

    void add() {
        value++;
    }
}

class Row {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private Cell first = new Cell();

    public boolean add() {
        long stamp = lock.tryOptimisticRead();
        Cell cell = first;
        cell.add();
//      ^^^^^^^^^^ guarded-access
        return lock.validate(stamp);
    }
}
