// The caller does not hold the lock.

package locks.guarded_method.bug_called_without;

import net.jcip.annotations.GuardedBy;

class Pile {
    @GuardedBy("this") private int height;

    @GuardedBy("this")
    private void grow() {
        height++;
    }

    public void put() {
        grow(); // no monitor
//      ^^^^^^ guarded-access
    }
}
