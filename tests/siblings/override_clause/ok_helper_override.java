// Right: the override takes the same lock.

package siblings.override_clause.ok_helper_override;

import java.util.concurrent.locks.ReentrantLock;

class Base {
    protected final ReentrantLock lock = new ReentrantLock();
    protected int n;

    //@ acquires lock
    void begin() {
        lock.lock();
    }

    //@ releases lock
    void end() {
        lock.unlock();
    }

    public void step() {
        begin();
        try {
            n++;
        } finally {
            end();
        }
    }
}

class Below extends Base {
    @Override
    void begin() {
        lock.lock();
    }
}
