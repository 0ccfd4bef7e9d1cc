// The helper keeps a lock that its clause does not name.

package locks.declared_helpers.bug_begin_keeps_another;

import java.util.concurrent.locks.ReentrantLock;

class Two {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private int count;

    //@ acquires first
    private void begin() {
        first.lock();
        second.lock();
//      ^^^^^^^^^^^^^ lock-not-released
    }

    public void change() {
        begin();
        count++;
        first.unlock();
    }
}
