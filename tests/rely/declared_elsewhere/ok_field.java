// What another class says of the field is kept.

package rely.declared_elsewhere.ok_field;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Watcher {
    //@ global_invariant Meter.level >= 0
    private final Object mutex = new Object();
}

class Meter {
    static volatile int level;

    public static void raise() {
        level = 7;
    }
}
