// A public method that keeps the lock for some of its arguments: who calls it does not know.

package locks.public_helpers.bug_kept_on_some_way;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Stock {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int total;

    public boolean add(int count) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        if (count <= 0) {
            return false;
        }
        total += count;
        lock.unlock();
        return true;
    }
}

class Demo {
    public static void main(String[] args) {
        new Stock().add(1);
    }
}
