// What the library calls, and what a thread begins with, takes its locks itself.

package rely.preconditions_of_callbacks.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Gauge implements Runnable {
    @GuardedBy("this") private int level;

    @GuardedBy("this")
    private int raise() {
        level = level < 100 ? level + 1 : 0;
        return level;
    }

    public synchronized void run() {
        raise();
    }

    public String toString() {
        synchronized (this) {
            return "level " + level;
        }
    }

    public static String show(Gauge gauge) {
        return String.valueOf(gauge);
    }
}
