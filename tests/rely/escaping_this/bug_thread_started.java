// The thread that the constructor starts sees an object without a size.

package rely.escaping_this.bug_thread_started;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Registered {
    static volatile Registered last;
    //@ global_invariant size >= 1
    @GuardedBy("this") private int size;

    Registered() {
        new Thread(this::size).start();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
    }

    public synchronized int size() {
        return size;
    }
}
