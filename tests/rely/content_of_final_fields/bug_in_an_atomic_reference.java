// The reference is one cell, the map in it is not.

package rely.content_of_final_fields.bug_in_an_atomic_reference;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Cache {
    private final AtomicReference<Map<String, String>> cache = new AtomicReference<>(new HashMap<>());

    public void put(String key, String value) {
        Map<String, String> map = cache.get();
        if (map != null) {
            map.put(key, value);
//          ^^^^^^^^^^^^^^^^^^^ unprotected-content
        }
    }
}
