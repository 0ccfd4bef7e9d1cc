// The indices are two.

package locks.one_lock_twice.ok_index;

import java.util.concurrent.locks.StampedLock;

class Cells {
    private final StampedLock[] locks = new StampedLock[8];
    private final int[] cells = new int[8];

    public Cells() {
        for (int i = 0; i < 8; i++) {
            locks[i] = new StampedLock();
        }
    }

    public void swap(int i, int j) {
        if (i < 0 || j < 0 || i >= 8 || j >= 8) {
            return;
        }
        if (i < j) {
            long p = locks[i].writeLock();
            long q = locks[j].writeLock();
            int old = cells[i];
            cells[i] = cells[j];
            cells[j] = old;
            locks[j].unlockWrite(q);
            locks[i].unlockWrite(p);
        }
    }
}
