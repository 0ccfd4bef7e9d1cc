// What does not change may be used without the lock, whatever the field says.

package locks.guarded_content.ok_wider_type;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private Object last = "none";
    @GuardedBy("this") private Iterable<String> others = new ArrayList<String>();

    public String text() {
        Object text;
        synchronized (this) {
            text = last;
        }
        return text.toString();
    }

    public synchronized void add(String name) {
        last = name;
        for (String other : others) {
            last = other;
        }
    }

    public void clear() {
        Iterable<String> old;
        synchronized (this) {
            old = others;
            others = new ArrayList<String>();
        }
        for (String name : old) {
            add(name);
        }
    }
}
