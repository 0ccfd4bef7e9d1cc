// All objects have one list, and each has a monitor of its own.

package locks.also_elsewhere.bug_shared_by_all;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Log {
    private static final List<String> ALL = new ArrayList<>();
    @GuardedBy("this") private final List<String> lines = ALL;
//                                                ^^^^^^^^^^^ lock-unknown

    public synchronized void add(String line) {
        lines.add(line);
//      ^^^^ lock-unknown
    }
}
