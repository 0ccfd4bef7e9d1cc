// A list that is guarded by its own monitor, used through what it hands out.

package locks.itself_under_other_names.ok;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("names") private final List<String> names = new ArrayList<>();
    @GuardedBy("itself") private final Map<String, Integer> ages = new HashMap<>();

    public int letters() {
        int sum = 0;
        synchronized (names) {
            for (String name : names) {
                sum += name.length();
            }
        }
        return sum;
    }

    public void clean() {
        synchronized (names) {
            Iterator<String> all = names.subList(0, 2).iterator();
            while (all.hasNext()) {
                if (all.next().isEmpty()) {
                    all.remove();
                }
            }
        }
    }

    public void older() {
        synchronized (ages) {
            for (Map.Entry<String, Integer> entry : ages.entrySet()) {
                entry.setValue(entry.getValue() + 1);
            }
        }
    }
}
