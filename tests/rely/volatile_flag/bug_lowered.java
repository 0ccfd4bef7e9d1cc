// Somebody lowers the flag again.

package rely.volatile_flag.bug_lowered;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stop {
    //@ env_assumption \old(stopped) ==> stopped
    private volatile boolean stopped;

    public void stop() {
        stopped = !stopped;
//      ^^^^^^^^^^^^^^^^^^ environment
    }

    public void work() {
        if (stopped) {
            boolean again = stopped;
            //@ assert again
        }
    }
}
