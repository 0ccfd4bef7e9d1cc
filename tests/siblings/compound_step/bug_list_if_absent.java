// Wrong: two threads add the same element; neither finds it in the list; it is in the list twice.

package siblings.compound_step.bug_list_if_absent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Members {
    private final List<String> members = new CopyOnWriteArrayList<>();

    public void join(String s) {
        if (!members.contains(s)) {
            members.add(s);
        }
    }
}
