// The map is read while another thread may change it.

package rely.guarded_map.bug_get_without_monitor;

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

    public int get(String name) {
        Integer number = numbers.get(name);
//                       ^^^^^^^ guard
        return number == null ? 0 : number;
    }
}
