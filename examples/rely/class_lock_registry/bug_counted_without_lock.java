// The number is read without the lock of the class.

package rely.class_lock_registry.bug_counted_without_lock;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
final class Plugins {
    @GuardedBy("Plugins.class") private static int loaded;
    //@ env_assumption \old(sealed) ==> sealed
    @GuardedBy("Plugins.class") private static boolean sealed;

    private Plugins() {
    }

    public static synchronized boolean load() {
        if (sealed || loaded == Integer.MAX_VALUE) {
            return false;
        }
        loaded++;
        return true;
    }

    public static int seal() {
        synchronized (Plugins.class) {
            sealed = true;
        }
        return loaded;
//             ^^^^^^ guard
    }
}
