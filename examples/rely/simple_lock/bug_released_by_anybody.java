// The number is cleared and a lock released that was never taken.

package rely.simple_lock.bug_released_by_anybody;

import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

class Mutex {
    final AtomicReference<Thread> m = new AtomicReference<>();

    //@ env_assumption \old(m.get()) == tid ==> m.get() == tid
    //@ env_assumption \old(m.get()) != tid ==> m.get() != tid

    /*@ action: also_modifies m.get()
        ensures \old(m.get()) == null && m.get() == tid */
    void acquire() {
        Thread me = Thread.currentThread();
        while (!m.compareAndSet(null, me)) {
            Thread.yield();
        }
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
        lock.release(); // not ours
//      ^^^^^^^^^^^^^^ global-invariant
//      ^^^^^^^^^^^^^^ method-precondition
    }

    public void swing() {
        lock.acquire();
        x = -1;
        x = 1;
        lock.release();
    }
}
