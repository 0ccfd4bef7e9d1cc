// Wrong: an unmodifiable view reads the list that is behind it. A caller of all() calls get(0) without the monitor while
// another thread is in add().

package siblings.final_content.bug_view_handed_out;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names {
    private final List<String> names = new ArrayList<>();

    public synchronized void add(String s) {
        names.add(s);
    }

    public synchronized List<String> all() {
        return Collections.unmodifiableList(names);
    }
}
