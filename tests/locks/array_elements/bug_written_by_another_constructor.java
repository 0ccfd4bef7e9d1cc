// A constructor of the class may mean the array of another object.

package locks.array_elements.bug_written_by_another_constructor;

import java.util.concurrent.locks.ReentrantLock;

class Cells {
    private final ReentrantLock[] locks = new ReentrantLock[1];

    public Cells() {
        locks[0] = new ReentrantLock();
    }

    private Cells(Cells other) {
        other.locks[0] = new ReentrantLock();
//      ^^^^ lock-unknown
        locks[0] = other.locks[0];
    }

    public void both() {
        ReentrantLock lock = locks[0];
        locks[0].lock();
//      ^^^^^^^^^^^^^^^ lock-not-released
        new Cells(this);
        locks[0].unlock();
//      ^^^^^^^^^^^^^^^^^ lock-not-held
    }
}
