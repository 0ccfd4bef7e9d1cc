// Wrong: two threads count the same word; both get 1, both put 2: one is lost.

package siblings.compound_step.bug_map_get_put;

import java.util.concurrent.ConcurrentHashMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Words {
    private final ConcurrentHashMap<String, Integer> words = new ConcurrentHashMap<>();

    public void count(String w) {
        Integer n = words.get(w);
        words.put(w, n == null ? 1 : n + 1);
    }
}
