// Loops over synchronized wrappers are inside of `synchronized` on them; a copy is one call.

package rely.content_of_final_fields.ok_wrapper_iterated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());

    public void add(String name) {
        names.add(name);
    }

    public int total() {
        int total = 0;
        synchronized (names) {
            for (String name : names) {
                total++;
            }
        }
        return total;
    }

    public List<String> copy() {
        return new ArrayList<>(names);
    }
}

@ThreadSafe
class Places {
    private final Map<String, String> places = Collections.synchronizedMap(new HashMap<>());

    public void add(String name) {
        places.put(name, name);
    }

    public int total() {
        int total = 0;
        synchronized (places) {
            for (String name : places.keySet()) {
                total++;
            }
        }
        return total;
    }

    public int size() {
        return places.keySet().size();
    }
}
