// Which method is called is not known where the type of an argument is not.

package locks.unseen_code.bug_which_of_ours;

import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Door {
    private final Lock lock = new ReentrantLock();
    private long time;

    public void pass() {
        enter(Instant.now().toEpochMilli());
//      ^^^^^ unsupported
    }

    private void enter(long time) {
        lock.lock();
        this.time = time;
    }

    private void enter(Object time) {
        this.time = time.hashCode();
    }
}
