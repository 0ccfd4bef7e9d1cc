// What is set because of a value is as good as the value.

package locks.validated_reads.bug_decided_by_it;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Point {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private int x;
    private int misses;

    public boolean isRight() {
        long stamp = lock.tryOptimisticRead();
        boolean isRight = false;
        if (x > 0) {
            isRight = true;
        }
        if (!lock.validate(stamp)) {
            misses++;
        }
        return isRight;
//             ^^^^^^^ guarded-access
    }
}
