// Wrong: seen() reads the HashSet without the lock while add() resizes its table: seen("a") may answer false for an
// element that has been there all the time.

package siblings.final_content.bug_set_half_locked;

import java.util.HashSet;
import java.util.Set;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Seen {
    private final Set<String> names = new HashSet<>();

    public synchronized void add(String s) {
        names.add(s);
    }

    public boolean seen(String s) {
        return names.contains(s);
    }
}
