// What was put into the field is used without the lock.

package locks.taken_out.bug_new_one_used;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Log {
    @GuardedBy("this") private List<String> lines = new ArrayList<>();
    @GuardedBy("this") private List<String> older = new ArrayList<>();

    public void flush(boolean again) {
        List<String> old;
        synchronized (this) {
            old = new ArrayList<>();
            lines = old;
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
}
