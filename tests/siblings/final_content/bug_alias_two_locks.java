// Wrong: left and right are one and the same list; push() holds a, size() holds b. A thread in push() and one in size()
// run at the same time on one ArrayList.

package siblings.final_content.bug_alias_two_locks;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Twin {
    private final Object a = new Object();
    private final Object b = new Object();
    private final List<String> left;
    private final List<String> right;

    public Twin() {
        List<String> both = new ArrayList<>();
        left = both;
        right = both;
    }

    public void push(String s) {
        List<String> list = left;
        synchronized (a) {
            if (list != null) {
                list.add(s);
            }
        }
    }

    public int size() {
        List<String> list = right;
        synchronized (b) {
            return list == null ? 0 : list.size();
        }
    }
}
