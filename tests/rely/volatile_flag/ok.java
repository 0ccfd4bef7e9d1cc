// The flag is raised once; whoever has seen it may rely on it.

package rely.volatile_flag.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stop {
    //@ env_assumption \old(stopped) ==> stopped
    private volatile boolean stopped;

    public void stop() {
        stopped = true;
    }

    public void work() {
        if (stopped) {
            boolean again = stopped;
            //@ assert again
        }
    }
}
