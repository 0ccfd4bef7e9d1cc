// The lock is taken only if it is free, and the method returns in any case.

package rely.simple_lock.bug_no_wait;

import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

class Mutex {
    final AtomicReference<Thread> m = new AtomicReference<>();

    //@ env_assumption \old(m.get()) == tid ==> m.get() == tid
    //@ env_assumption \old(m.get()) != tid ==> m.get() != tid

    /*@ action: also_modifies m.get()
        ensures \old(m.get()) == null && m.get() == tid */
    void acquire() {
//       ^^^^^^^ abstraction
        Thread me = Thread.currentThread();
        m.compareAndSet(null, me);
    }

    /*@ requires m.get() == tid
        action: also_modifies m.get()
        ensures m.get() == null */
    void release() {
        m.set(null);
    }
}

@ThreadSafe
class Top {
    private final Mutex lock = new Mutex();

    //@ global_invariant lock.m.get() == null ==> x >= 0
    //@ unwritable_by_env_if lock.m.get() == tid
    private int x;

    public void up() {
        lock.acquire();
        if (x < Integer.MAX_VALUE) {
            x++;
            //@ assert x > 0
        }
        lock.release();
    }

    public void clear() {
        lock.acquire();
        x = 0;
        lock.release();
    }

    public void swing() {
        lock.acquire();
        x = -1;
        x = 1;
        lock.release();
    }
}
