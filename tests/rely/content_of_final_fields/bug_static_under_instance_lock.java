// The map is one for all objects, the lock is one for each.

package rely.content_of_final_fields.bug_static_under_instance_lock;

import java.util.HashMap;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cache {
    private static final Map<String, String> CACHE = new HashMap<>();

    public synchronized void put(String key, String value) {
        CACHE.put(key, value);
//      ^^^^^^^^^^^^^^^^^^^^^ unprotected-content
    }
}
