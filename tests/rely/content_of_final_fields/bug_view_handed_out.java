// Whoever gets the view reads the list without the lock.

package rely.content_of_final_fields.bug_view_handed_out;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Log {
    private final List<String> lines = new ArrayList<>();

    public synchronized void add(String line) {
        lines.add(line);
    }

    public synchronized List<String> lines() {
//                                   ^^^^^ unprotected-content
        return Collections.unmodifiableList(lines);
    }
}
