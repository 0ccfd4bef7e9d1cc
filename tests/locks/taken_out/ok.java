// Who takes a list out of its field has it for himself: the field has another one, and no other field has got it.

package locks.taken_out.ok;

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
            lines = again ? new ArrayList<>() : new ArrayList<>(16);
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
