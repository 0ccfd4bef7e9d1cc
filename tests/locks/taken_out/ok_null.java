// A field that holds nothing any more.

package locks.taken_out.ok_null;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Log {
    @GuardedBy("this") private List<String> lines = new ArrayList<>();
    @GuardedBy("this") private List<String> older = new ArrayList<>();

    public void flush(boolean again) {
        List<String> old;
        synchronized (this) {
            old = lines;
            if (old == null) {
                return;
            }
            lines = null;
        }
        old.add("end");
    }

    public synchronized void add(String line) {
        lines.add(line);
    }

    public synchronized int count() {
        return older.size();
    }
}
