// There may be no number.

package rely.guarded_map.bug_unboxed_null;

import java.util.HashMap;
import java.util.Map;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Phonebook {
    @GuardedBy("this") private final Map<String, Integer> numbers = new HashMap<>();

    public synchronized void put(String name, int number) {
        numbers.put(name, number);
    }

    public synchronized int get(String name) {
        return numbers.get(name);
//             ^^^^^^^^^^^^^^^^^ implicit-exception
    }
}
