// Nobody else can see an object while it is made: its constructor needs no lock.

package locks.constructors.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Fresh {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int value;

    Fresh(int value) {
        this.value = value;
    }

    public static Fresh doubled(int value) {
        Fresh fresh = new Fresh(value);
        return fresh;
    }

    public int value() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }
}
