// The set is written with the lock and read without.

package rely.content_of_final_fields.bug_read_without_lock;

import java.util.HashSet;
import java.util.Set;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names {
    private final Set<String> names = new HashSet<>();

    public synchronized void add(String name) {
        names.add(name);
    }

    public boolean has(String name) {
        return names.contains(name);
//             ^^^^^^^^^^^^^^^^^^^^ unprotected-content
    }
}
