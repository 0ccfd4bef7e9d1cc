// The helper gives back what its clause does not name.

package locks.declared_helpers.ok_begin_with_another;

import java.util.concurrent.locks.ReentrantLock;

class Two {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private int count;

    //@ acquires first
    private void begin() {
        first.lock();
        second.lock();
        second.unlock();
    }

    public void change() {
        begin();
        count++;
        first.unlock();
    }
}
