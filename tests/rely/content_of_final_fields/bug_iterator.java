// The list is iterated while others add to it.

package rely.content_of_final_fields.bug_iterator;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Log {
    private final List<String> lines = new ArrayList<>();

    public synchronized void add(String line) {
        lines.add(line);
    }

    public int size() {
        int count = 0;
        for (String line : lines) {
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unprotected-content
            count++;
        }
        return count;
    }
}
