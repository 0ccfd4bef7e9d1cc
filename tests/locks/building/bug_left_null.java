// One of the constructors leaves the field null, and the exception leaves the other lock held.

package locks.building.bug_left_null;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock first = new ReentrantLock();
    private ReentrantLock second;

    public Pair() {
        second = new ReentrantLock();
    }

    public Pair(int unused) {
    }

    public void both() {
        first.lock();
//      ^^^^^^^^^^^^ lock-not-released
        second.lock();
        second.unlock();
        first.unlock();
    }
}
