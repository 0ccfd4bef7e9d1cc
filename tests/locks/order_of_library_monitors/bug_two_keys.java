// A map that is asked for one key while it computes another may wait for whoever does the same the other way round.

package locks.order_of_library_monitors.bug_two_keys;

import java.util.concurrent.ConcurrentHashMap;

class Sums {
    private final ConcurrentHashMap<Integer, Integer> known = new ConcurrentHashMap<>();

    public int sum(int n) {
        return known.computeIfAbsent(n, key -> key == 0 ? 0 : known.merge(key - 1, 1, (a, b) -> a + b));
//                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-order
    }
}
