// Wrong: the flag is a volatile of the class above. Two threads see started == false, both set it and both answer true:
// two starts.

package siblings.compound_step.bug_inherited_flag;

import net.jcip.annotations.ThreadSafe;

abstract class Once {
    protected volatile boolean started;
}

@ThreadSafe
class Engine extends Once {
    public boolean start() {
        if (started) {
            return false;
        }
        started = true;
        return true;
    }
}
