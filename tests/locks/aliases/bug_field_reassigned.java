// The field that holds the lock may change between the two calls.

package locks.aliases.bug_field_reassigned;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Cabin {
    private volatile ReentrantLock lock = new ReentrantLock();
    private int passengers;

    public void renew() {
        lock = new ReentrantLock();
    }

    public void board() {
        Lock same = this.lock;
        same.lock();
        try {
            passengers++;
//          ^^^^ lock-unknown
        } finally {
            lock.unlock(); // perhaps a new one
//          ^^^^^^^^^^^^^ lock-not-held
        }
    }
}
