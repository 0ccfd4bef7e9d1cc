// Of one box the caller may only read the list, and it is the other one which the helper changes.

package locks.guarded_content.ok_two_boxes;

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
    }

    public static void move(Box from, Box to) {
        if (!to.lock.writeLock().tryLock()) {
            return;
        }
        try {
            if (from.lock.readLock().tryLock()) {
                try {
                    move(from.items, to.items);
                } finally {
                    from.lock.readLock().unlock();
                }
            }
        } finally {
            to.lock.writeLock().unlock();
        }
    }
}
