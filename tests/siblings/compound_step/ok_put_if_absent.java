// Right: test and put are one step of the map.

package siblings.compound_step.ok_put_if_absent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Registry {
    private final ConcurrentMap<String, Object> entries = new ConcurrentHashMap<>();

    public boolean register(String key, Object value) {
        return entries.putIfAbsent(key, value) == null;
    }
}
