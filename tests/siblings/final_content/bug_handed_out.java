// Wrong: all() hands out the list itself; its caller walks it without the monitor while another thread is in add():
// ConcurrentModificationException, or a corrupted list.

package siblings.final_content.bug_handed_out;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names {
    private final List<String> names = new ArrayList<>();

    public synchronized void add(String s) {
        names.add(s);
    }

    public synchronized List<String> all() {
        return names;
    }
}
