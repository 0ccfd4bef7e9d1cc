// Right: one constant is written; no write depends on what was read.

package siblings.compound_step.ok_flag_set_only;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stop {
    private volatile boolean stopped;

    public void stop() {
        stopped = true;
    }

    public boolean stopped() {
        return stopped;
    }
}
