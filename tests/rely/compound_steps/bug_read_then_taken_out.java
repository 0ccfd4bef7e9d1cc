// Between the read and the removal another thread may put something there: it is lost, and never seen.

package rely.compound_steps.bug_read_then_taken_out;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Places {
    private final ConcurrentHashMap<String, Integer> places = new ConcurrentHashMap<>();

    public void put(String name, Integer place) {
        places.put(name, place);
    }

    public Integer take(String name) {
        Integer place = places.get(name);
        places.remove(name);
//      ^^^^^^^^^^^^^^^^^^^ compound-step
        return place;
    }
}

@ThreadSafe
class Hits {
    private final LongAdder hits = new LongAdder();

    public void hit() {
        hits.increment();
    }

    public long take() {
        long sum = hits.sum();
        hits.reset();
//      ^^^^^^^^^^^^ compound-step
        return sum;
    }
}
