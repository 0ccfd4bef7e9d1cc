// Of one box the caller may only read the list, and it is that one which the helper changes.

package locks.guarded_content.bug_two_boxes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Box {
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") final List<String> items = new ArrayList<>();
}

class Mover {
    private static void move(List<String> from, List<String> to) {
        to.addAll(from);
//      ^^^^^^^^^^^^^^^ guarded-access
    }

    public static void move(Box from, Box to) {
        if (!from.lock.writeLock().tryLock()) {
            return;
        }
        try {
            if (to.lock.readLock().tryLock()) {
                move(from.items, to.items);
                to.lock.readLock().unlock();
            }
        } finally {
            from.lock.writeLock().unlock();
        }
    }
}
