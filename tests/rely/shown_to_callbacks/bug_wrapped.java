// A set of the library calls the map of the program that it is made from.

package rely.shown_to_callbacks.bug_wrapped;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Watched extends AbstractMap<String, Boolean> {
    public Boolean put(String key, Boolean value) {
        Gauge.set(9);
        return null;
    }

    public Set<Map.Entry<String, Boolean>> entrySet() {
        return Collections.emptySet();
    }
}

@ThreadSafe
class Gauge {
    @GuardedBy("Gauge.class") private static int level;

    static synchronized void set(int value) {
        level = value;
    }

    public static synchronized void use() {
        Set<String> names = Collections.newSetFromMap(new Watched());
//                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        level = 1;
        names.add("a");
        assert level == 1;
    }
}
