// The map is thread-safe, the lists in it are not.

package rely.content_of_final_fields.bug_list_in_a_concurrent_map;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Groups {
    private final ConcurrentMap<String, List<String>> groups = new ConcurrentHashMap<>();

    public void add(String group, String name) {
        groups.putIfAbsent(group, new ArrayList<String>());
        List<String> names = groups.get(group);
        if (names != null) {
            names.add(name);
//          ^^^^^^^^^^^^^^^ unprotected-content
        }
    }
}
