// The list was in a field that nothing guards before.

package locks.also_elsewhere.bug_in_a_field;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Log {
    private final List<String> all = new ArrayList<>();
    @GuardedBy("this") private List<String> lines;

    public synchronized void open() {
        lines = all;
//      ^^^^^^^^^^^ lock-unknown
    }

    public void add(String line) {
        all.add(line);
    }

    public synchronized int size() {
        return lines.size();
    }
}
