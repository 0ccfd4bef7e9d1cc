// What was read decides what is written, before anybody has asked whether it is right.

package locks.validated_reads.bug_decided_too_early;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Point {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private int x;
    private volatile boolean isFar;

    public void look() {
        long stamp = lock.tryOptimisticRead();
        if (x > 3) {
            isFar = true;
//          ^^^^^ guarded-access
        }
        if (!lock.validate(stamp)) {
            isFar = false;
        }
    }
}
