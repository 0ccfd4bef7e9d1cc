// A synchronized wrapper locks each call, and not the loop over it.

package rely.content_of_final_fields.bug_wrapper_iterated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
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
        for (String name : names) {
//      ^ unprotected-content
            total++;
        }
        return total;
    }
}

@ThreadSafe
class Places {
    private final Map<String, String> places = Collections.synchronizedMap(new HashMap<>());

    public void add(String name) {
        places.put(name, name);
    }

    public boolean isKnown() {
        Iterator<String> all = places.keySet().iterator();
//                             ^^^^^^^^^^^^^^^^^^^^^^^^^^ unprotected-content
        return all.hasNext();
    }
}

@ThreadSafe
class Tags {
    private final List<String> tags = Collections.synchronizedList(new ArrayList<>());

    public void add(String name) {
        tags.add(name);
    }

    public int kinds() {
        return new HashSet<>(tags).size();
//             ^^^^^^^^^^^^^^^^^^^ unprotected-content
    }
}
