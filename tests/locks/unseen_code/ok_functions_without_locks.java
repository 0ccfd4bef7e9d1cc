// A function without locks may be run by anybody, and what it is given may be anything.

package locks.unseen_code.ok_functions_without_locks;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

class Stock {
    private final Map<String, String> names = new TreeMap<>();

    public synchronized void add(String key, String name) {
        names.put(key, name);
    }

    public synchronized Map<String, Integer> lengths() {
        return names.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().length()));
    }
}
