// One list behind two fields with one lock; a list that changes sides.

package locks.guarded_content.ok_one_guard;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Pair {
    private final Object left = new Object();
    private final Object right = new Object();
    @GuardedBy("left") private List<String> names = new ArrayList<>();
    @GuardedBy("left") private List<String> same = new ArrayList<>();
    @GuardedBy("right") private List<String> others = new ArrayList<>();

    public void share() {
        synchronized (left) {
            same = names;
            same.add("first");
        }
    }

    public void addOther(String name) {
        List<String> list = new ArrayList<>();
        list.add(name);
        synchronized (right) {
            others = list;
        }
    }
}
