// What another class says of the field is broken here.

package rely.declared_elsewhere.bug_field;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Watcher {
    //@ global_invariant Meter.level >= 0
    private final Object mutex = new Object();
}

class Meter {
    static volatile int level;

    public static void lower() {
        level = -1;
//      ^^^^^^^^^^ global-invariant
    }
}
