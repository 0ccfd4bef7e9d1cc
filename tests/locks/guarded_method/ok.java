// A method may say which lock its caller must hold.

package locks.guarded_method.ok;

import net.jcip.annotations.GuardedBy;

class Pile {
    @GuardedBy("this") private int height;

    @GuardedBy("this")
    private void grow() {
        height++;
    }

    public synchronized void put() {
        grow();
    }
}
