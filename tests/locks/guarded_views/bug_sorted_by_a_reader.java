// To sort a list is to write it.

package locks.guarded_views.bug_sorted_by_a_reader;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Names {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final List<String> names = new ArrayList<>();

    public void sort() {
        lock.readLock().lock();
        try {
            Collections.sort(names);
//          ^^^^^^^^^^^^^^^^^^^^^^^ guarded-access
        } finally {
            lock.readLock().unlock();
        }
    }
}
