// The caller that is seen never gives a number that is refused: another one may.

package locks.public_helpers.bug_kept_where_it_throws;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Stock {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int total;

    public void add(int count) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        if (count <= 0) {
            throw new IllegalArgumentException();
        }
        total += count;
        lock.unlock();
    }
}

class Demo {
    public static void main(String[] args) {
        new Stock().add(1);
    }
}
