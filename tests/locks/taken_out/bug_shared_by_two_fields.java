// Another method has put the list into a second field.

package locks.taken_out.bug_shared_by_two_fields;

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
            lines = new ArrayList<>();
        }
        old.add("end");
//      ^^^^^^^^^^^^^^ guarded-access
    }

    public synchronized void add(String line) {
        lines.add(line);
    }

    public synchronized int count() {
        return older.size();
    }

    public synchronized void keep() {
        older = lines;
    }
}
