// The list is read with the lock, and used after it is released.

package rely.content_of_final_fields.bug_alias_outlives_lock;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Log {
    private final List<String> lines = new ArrayList<>();

    public void add(String line) {
        List<String> all;
        synchronized (this) {
            all = lines;
        }
        all.add(line);
//      ^^^^^^^^^^^^^ unprotected-content
    }

    public synchronized int size() {
        return lines.size();
    }
}
