// What is kept is a copy, or is not used any more, or nobody else knows it yet.

package locks.guarded_content.ok_kept;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private List<String> names;

    Names(List<String> names) {
        this.names = names;
    }

    synchronized void set(List<String> list) {
        names = list;
    }

    public synchronized int size() {
        return names.size();
    }
}

class User {
    private static volatile Names last = new Names(new ArrayList<>());

    public void copy() {
        List<String> list = new ArrayList<>();
        last.set(new ArrayList<>(list));
        list.add("first");
    }

    public void fill() {
        List<String> list = new ArrayList<>();
        list.add("first");
        last.set(list);
    }

    public void replace() {
        List<String> list = new ArrayList<>();
        Names names = new Names(list);
        list.add("first");
        last = names;
    }
}
