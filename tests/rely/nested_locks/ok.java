// Two locks at once: each protects its own field, and both are held for the sum.

package rely.nested_locks.ok;

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
                int before = left;
                int sum = before + right;
                //@ assert before == left
                return sum;
            }
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
