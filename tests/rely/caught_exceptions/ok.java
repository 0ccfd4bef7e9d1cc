// An exception is kept while the lock is given back, and asked for its message.

package rely.caught_exceptions.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int value;

    public String raise() {
        try {
            lock.lock();
            try {
                value = value < 100 ? value + 1 : 0;
            } finally {
                lock.unlock();
            }
        } catch (RuntimeException refused) {
            return refused.getMessage();
        }
        return "done";
    }

    public void tell(Object what) {
        try {
            String.valueOf(what);
        } catch (IllegalStateException refused) {
            log(refused);
        } finally {
            raise();
        }
    }

    private static void log(Exception what) {
        System.out.println(what.getMessage());
    }
}
