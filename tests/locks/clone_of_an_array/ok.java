// What is cloned is an array: no class has another `clone` for it.

package locks.clone_of_an_array.ok;

import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.GuardedBy;

class Items implements Cloneable {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private Object[] items = new Object[2];

    public Object clone() throws CloneNotSupportedException {
        long stamp = lock.writeLock();
        try {
            return items.length > 2 ? "many" : "few";
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public void renew() throws CloneNotSupportedException {
        long stamp = lock.writeLock();
        try {
            items = items.clone();
        } finally {
            lock.unlockWrite(stamp);
        }
    }
}
