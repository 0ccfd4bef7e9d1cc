// Whoever calls brings the work; it is kept, and run by a thread of its own with nothing held.

package rely.code_from_outside.ok;

import java.util.concurrent.ExecutorService;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Desk {
    //@ global_invariant holder == null ==> open == 0
    @GuardedBy("this") private int open;
    @GuardedBy("this") private int given;

    public void give(ExecutorService workers, Runnable work) {
        if (workers == null || work == null) {
            return;
        }
        synchronized (this) {
            given = 1;
            workers.execute(work);
            //@ assert given == 1
        }
    }
}
