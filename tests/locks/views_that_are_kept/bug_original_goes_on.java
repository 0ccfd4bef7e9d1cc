// The list that is kept in a wrapper is changed without the lock.

package locks.views_that_are_kept.bug_original_goes_on;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jcip.annotations.GuardedBy;

class Log {
    @GuardedBy("this") private List<String> lines = new ArrayList<>();

    public void set(String first) {
        List<String> made = new ArrayList<>();
        synchronized (this) {
            lines = Collections.unmodifiableList(made);
        }
        made.add(first);
//      ^^^^^^^^^^^^^^^ guarded-access
    }

    public synchronized int size() {
        return lines.size();
    }
}
