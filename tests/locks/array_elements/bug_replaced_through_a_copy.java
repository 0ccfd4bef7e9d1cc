// Through a copy of a copy, another lock is put in place of the one that is held.

package locks.array_elements.bug_replaced_through_a_copy;

import java.util.concurrent.locks.ReentrantLock;

class Stripes {
    private final ReentrantLock[] locks = new ReentrantLock[2];
    private int count;

    Stripes() {
        locks[0] = new ReentrantLock();
        locks[1] = new ReentrantLock();
    }

    public void change() {
        locks[0].lock();
//      ^^^^^^^^^^^^^^^ lock-not-released
//      ^^^^ lock-unknown
        try {
            count++;
//          ^^^^ lock-unknown
            ReentrantLock[] copy = locks;
            ReentrantLock[] again = copy;
            again[0] = new ReentrantLock();
        } finally {
            locks[0].unlock();
//          ^^^^^^^^^^^^^^^^^ lock-not-held
        }
    }
}
