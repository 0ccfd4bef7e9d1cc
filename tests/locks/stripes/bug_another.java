// Another index may be out of bounds.

package locks.stripes.bug_another;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Stripes {
    private final Lock[] locks;
    private final int[] counts;

    public Stripes(int n) {
        if (n < 1) {
            throw new IllegalArgumentException();
        }
        locks = new Lock[n];
        counts = new int[n];
        for (int i = 0; i < n; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    private int slot(String key) {
        return Math.floorMod(key.length(), locks.length);
    }

    public void add(String key) {
        int i = slot(key);
        locks[i].lock();
//      ^^^^^^^^^^^^^^^ lock-not-released
        try {
            counts[i]++;
        } finally {
            locks[counts[i] < 0 ? i : slot(key)].unlock();
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-held
        }
    }
}
