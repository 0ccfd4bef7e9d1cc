// Right: the content of a final field that is thread-safe of itself, used by single calls.

package siblings.final_content.ok_concurrent_map;

import java.util.concurrent.ConcurrentHashMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Seen {
    private final ConcurrentHashMap<String, String> names = new ConcurrentHashMap<>();

    public void add(String s) {
        names.put(s, s);
    }

    public boolean seen(String s) {
        return names.containsKey(s);
    }
}
