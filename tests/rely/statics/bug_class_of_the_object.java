// The class of an object may be a subclass.

package rely.statics.bug_class_of_the_object;

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
        synchronized (getClass()) {
            own = next;
//                ^^^^ guard
        }
        return own;
    }
}
