// A registry for the whole program, behind the lock of its class.

package rely.class_lock_registry.ok;

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
            return loaded;
        }
    }
}
