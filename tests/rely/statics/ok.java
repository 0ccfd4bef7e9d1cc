// Static fields belong to the class, and so does the lock that protects them.

package rely.statics.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ids {
    @GuardedBy("Ids.class") private static int next;
    @GuardedBy("this") private int own;

    public static synchronized int next() {
        int id = next;
        next = id + 1;
        return id;
    }

    public synchronized int own() {
        synchronized (Ids.class) {
            own = next;
        }
        return own;
    }
}
