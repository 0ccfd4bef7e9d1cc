// Another thread may put the key after it was looked for.

package rely.compound_steps.bug_check_then_put;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cache {
    private final ConcurrentMap<String, String> map = new ConcurrentHashMap<>();

    public void add(String key, String value) {
        if (!map.containsKey(key)) {
            map.put(key, value);
//          ^^^^^^^^^^^^^^^^^^^ compound-step
        }
    }
}
