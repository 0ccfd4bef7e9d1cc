// Right: the set is written and read with the monitor, and never leaves the object.

package siblings.final_content.ok_set_locked;

import java.util.HashSet;
import java.util.Set;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Seen {
    private final Set<String> names = new HashSet<>();

    public synchronized void add(String s) {
        names.add(s);
    }

    public synchronized boolean seen(String s) {
        return names.contains(s);
    }
}
