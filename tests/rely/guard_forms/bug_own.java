// The monitor of the object is not its lock.

package rely.guard_forms.bug_own;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Forms {
    private static final Object ALL = new Object();
    private final Object own = new Object();
    @GuardedBy("this") private int a;
    @GuardedBy("own") private int b;
    @GuardedBy("this.own") private int c;
    @GuardedBy("Forms.class") private static int d;
    @GuardedBy("ALL") private static int e;
    @GuardedBy("Forms.ALL") private static int f;
    @GuardedBy("lock()") private int g;

    private Object lock() {
        return own;
    }

    public void touch() {
        synchronized (this) {
            a++;
            c--;
//          ^ guard
        }
        synchronized (own) {
            b++;
            c++;
        }
        synchronized (Forms.class) {
            d++;
        }
        synchronized (ALL) {
            e++;
            f++;
        }
        synchronized (lock()) {
            g++;
        }
    }
}
