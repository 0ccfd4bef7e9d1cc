// Without the declaration nobody may rely on the flag.

package rely.volatile_flag.bug_not_declared;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stop {
    private volatile boolean stopped;

    public void stop() {
        stopped = true;
    }

    public void work() {
        if (stopped) {
            boolean again = stopped;
            //@ assert again
//              ^^^^^^^^^^^^ java-assertion
        }
    }
}
