// What is cloned is the object, which takes its lock again.

package locks.clone_of_an_array.bug_of_the_object;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Items implements Cloneable {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private Object[] items = new Object[2];

    public Object clone() throws CloneNotSupportedException {
        long stamp = lock.writeLock();
//                   ^^^^^^^^^^^^^^^^ self-deadlock
        try {
            return items.length > 2 ? "many" : "few";
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public void renew() throws CloneNotSupportedException {
        long stamp = lock.writeLock();
        try {
            items = new Object[] {clone()};
        } finally {
            lock.unlockWrite(stamp);
        }
    }
}
