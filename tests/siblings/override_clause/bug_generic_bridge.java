// Wrong: the override has another erasure, and is reached by the bridge method: it leaves the lock held.

package siblings.override_clause.bug_generic_bridge;

import java.util.concurrent.locks.ReentrantLock;

abstract class Guarded<T> {
    protected final ReentrantLock lock = new ReentrantLock();

    //@ acquires lock
    void open(T key) {
        lock.lock();
    }

    //@ releases lock
    void close(T key) {
        lock.unlock();
    }

    public void visit(T key) {
        open(key);
        close(key);
    }
}

class Named extends Guarded<String> {
    @Override
    void close(String key) {
        if (!key.isEmpty()) {
            lock.unlock();
        }
    }
}
