// The second name was given before the field got another lock.

package locks.building.bug_written_again;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second;

    public Pair() {
        second = first;
        first = new ReentrantLock();
    }

    public void both() {
        first.lock();
//      ^^^^^^^^^^^^ lock-not-released
        second.unlock();
//      ^^^^^^^^^^^^^^^ lock-not-held
    }
}
