// Code that is not seen may throw.

package locks.unseen_code.bug_held_when_it_throws;

import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Clock {
    private final Lock lock = new ReentrantLock();
    private Instant last;

    public void set(String text) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        last = Instant.parse(text);
        lock.unlock();
    }
}
