// The callee takes a lock that the invariant says is free. No `modifies` names it.

package rely.abstractions.bug_locks_need_no_modifies;

import net.jcip.annotations.ThreadSafe;

class Touch {
    //@ modifies \nothing
    static void touch(Object lock) {
        if (lock != null) {
            synchronized (lock) {
//          ^^^^^^^^^^^^^^^^^^^^^ global-invariant
            }
        }
    }
}

@ThreadSafe
class Untouched {
    //@ global_invariant lock.holder == null
    private final Object lock = new Object();

    public void use() {
        Touch.touch(lock);
    }
}
