// Wrong: the cursor of an inner class walks and removes from the outer object's list without its monitor, while
// another thread is in add().

package siblings.final_content.bug_inner_class;

import java.util.LinkedList;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Jobs {
    private final LinkedList<String> jobs = new LinkedList<>();

    public synchronized void add(String s) {
        jobs.add(s);
    }

    public class Cursor {
        public String next() {
            return jobs.isEmpty() ? null : jobs.removeFirst();
        }
    }

    public Cursor cursor() {
        return new Cursor();
    }
}
