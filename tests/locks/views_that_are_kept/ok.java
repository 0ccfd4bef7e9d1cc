// What is a view of is not used any more, and an entry that may not be there is asked for.

package locks.views_that_are_kept.ok;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jcip.annotations.GuardedBy;

class Log {
    @GuardedBy("this") private List<String> lines = new ArrayList<>();
    @GuardedBy("this") private final TreeMap<String, Integer> counts = new TreeMap<>();

    public synchronized void set(String first, String second) {
        List<String> both = new ArrayList<>();
        both.add(first);
        both.add(second);
        lines = Collections.unmodifiableList(both);
    }

    public synchronized void take(String[] given) {
        lines = Arrays.asList(given.clone());
    }

    public synchronized int size() {
        return lines.size();
    }

    public synchronized int first() {
        Map.Entry<String, Integer> entry = counts.firstEntry();
        return entry == null ? 0 : entry.getValue();
    }
}
