// A map that is not safe by itself, behind a monitor.

package rely.guarded_map.ok;

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
        Integer number = numbers.get(name);
        return number == null ? 0 : number;
    }
}
