// One argument is kept in two fields, of which one is guarded.

package locks.also_elsewhere.bug_argument_in_both;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Log {
    private final List<String> all;
    @GuardedBy("this") private final List<String> lines;

    Log(List<String> given) {
        all = given;
        lines = given;
//      ^^^^^^^^^^^^^ lock-unknown
    }

    public void add(String line) {
        all.add(line);
    }

    public synchronized int size() {
        return lines.size();
    }
}
