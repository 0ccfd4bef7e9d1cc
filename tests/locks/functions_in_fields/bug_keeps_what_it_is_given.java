// A function in a field is given a guarded list, and puts it where everybody finds it.

package locks.functions_in_fields.bug_keeps_what_it_is_given;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import net.jcip.annotations.GuardedBy;

class Names {
    private static final Map<String, List<String>> KNOWN = new ConcurrentHashMap<>();
    @GuardedBy("this") private final List<String> names = new ArrayList<>();
    private final Consumer<List<String>> keep = list -> KNOWN.put("names", list);

    public synchronized void publish() {
        keep.accept(names);
//      ^^^^^^^^^^^^^^^^^^ guarded-access
    }

    public void use() {
        KNOWN.get("names").add("x");
    }
}
