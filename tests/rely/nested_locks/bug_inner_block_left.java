// In the outer block only one of the locks is left.

package rely.nested_locks.bug_inner_block_left;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Scales {
    private final Object leftLock = new Object();
    private final Object rightLock = new Object();
    @GuardedBy("leftLock") private int left;
    @GuardedBy("rightLock") private int right;

    public int sum() {
        synchronized (leftLock) {
            synchronized (rightLock) {
                right = 0;
            }
            return left + right; // one lock
//                        ^^^^^ guard
        }
    }

    public void put(int weight) {
        synchronized (leftLock) {
            left = weight;
        }
        synchronized (rightLock) {
            right = weight;
        }
    }
}
