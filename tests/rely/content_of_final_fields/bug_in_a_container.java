// The list leaves the class inside of a map, and inside of an object that a public field leads to.

package rely.content_of_final_fields.bug_in_a_container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

class Adder {
    private final List<String> target;

    Adder(List<String> target) {
        this.target = target;
    }

    void add(String name) {
        target.add(name);
    }
}

@ThreadSafe
class Names {
    private final List<String> names = new ArrayList<>();

    public synchronized int size() {
        return names.size();
    }

    public synchronized Map<String, List<String>> all() {
//                                                ^^^ unprotected-content
        Map<String, List<String>> all = new HashMap<>();
        all.put("names", names);
        return all;
    }
}

@ThreadSafe
class Tags {
    private final List<String> tags = new ArrayList<>();
    public final Adder adder = new Adder(tags);
//                     ^^^^^ unprotected-content

    public synchronized int size() {
        return tags.size();
    }
}
