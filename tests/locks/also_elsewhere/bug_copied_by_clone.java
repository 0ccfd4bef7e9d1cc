// A copy has the list of its original, and a monitor of its own.

package locks.also_elsewhere.bug_copied_by_clone;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Log implements Cloneable {
    @GuardedBy("this") private final List<String> lines = new ArrayList<>();

    public synchronized Log copy() throws CloneNotSupportedException {
        return (Log) clone();
//                   ^^^^^^^ lock-unknown
    }

    public synchronized void add(String line) {
        lines.add(line);
    }
}
