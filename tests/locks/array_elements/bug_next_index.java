// The next index need not be in bounds.

package locks.array_elements.bug_next_index;

import java.util.concurrent.locks.ReentrantLock;

class Cells {
    private final ReentrantLock[] locks;
    private final int[] used;

    public Cells(int size) {
        locks = new ReentrantLock[size];
        used = new int[size];
        for (int i = 0; i < size; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void use(int cell) {
        locks[cell].lock();
//      ^^^^^^^^^^^^^^^^^^ lock-not-released
        used[cell + 1]++;
//      ^^^^^^^^^^^^^^ lock-unknown
        locks[cell].unlock();
    }
}
