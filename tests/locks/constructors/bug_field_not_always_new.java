// A constructor leaves the field null on one way.

package locks.constructors.bug_field_not_always_new;

import java.util.concurrent.locks.ReentrantLock;

class Box {
    private final ReentrantLock lock = new ReentrantLock();
    private Object content;

    Box(boolean isFull) {
        if (isFull) {
            content = new Object();
        }
    }

    public void show() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        content.hashCode();
        lock.unlock();
    }
}
