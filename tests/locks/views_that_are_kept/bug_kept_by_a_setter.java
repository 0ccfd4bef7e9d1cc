// The array behind a list that was given away is written without the lock.

package locks.views_that_are_kept.bug_kept_by_a_setter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jcip.annotations.GuardedBy;

class Log {
    @GuardedBy("this") private List<String> lines = new ArrayList<>();

    synchronized void set(List<String> given) {
        lines = given;
    }

    public synchronized int size() {
        return lines.size();
    }
}

class User {
    private final Log log = new Log();

    public void start() {
        String[] words = new String[2];
        log.set(Arrays.asList(words));
        words[0] = "start";
//      ^^^^^^^^^^^^^^^^^^ guarded-access
    }
}
