// A static initialiser that throws leaves its lock behind.

package locks.unseen_code.bug_static_initialiser;

import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Start {
    static final Lock LOCK = new ReentrantLock();
    static Instant begin;

    static {
        LOCK.lock();
//      ^^^^^^^^^^^ lock-not-released
        begin = Instant.parse("2000-01-01T00:00:00Z");
        LOCK.unlock();
    }
}
