// The list is changed outside of its own monitor.

package locks.guard_forms.bug_itself;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

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
    @GuardedBy("itself") private final List<String> h = new ArrayList<>();

    private Object lock() {
        return own;
    }

    public void touch() {
        synchronized (this) {
            a++;
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
        h.add("x");
//      ^ guarded-access
    }
}
