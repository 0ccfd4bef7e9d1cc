// The same lock, built on a monitor instead of busy waiting.

package rely.simple_lock_with_monitor.ok;

import net.jcip.annotations.ThreadSafe;

class Mutex {
    //@ unwritable_by_env_if holder == tid
    private Thread m;

    //@ env_assumption \old(m) == tid ==> m == tid
    //@ env_assumption \old(m) != tid ==> m != tid

    /*@ requires tid != null
        action: also_modifies m
        ensures \old(m) == null && m == tid */
    synchronized void acquire() throws InterruptedException {
        while (m != null) {
            wait();
        }
        m = Thread.currentThread();
    }

    /*@ requires m == tid
        action: also_modifies m
        ensures m == null */
    synchronized void release() {
        m = null;
        notify();
    }
}

@ThreadSafe
class Hits {
    private final Mutex lock = new Mutex();

    //@ unwritable_by_env_if lock.m == tid
    private int hits;

    public int hit() throws InterruptedException {
        lock.acquire();
        int before = hits;
        int after = before + 1;
        hits = after;
        //@ assert hits == after
        lock.release();
        return before;
    }
}
