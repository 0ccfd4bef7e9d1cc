// What is taken out is what is returned.

package rely.compound_steps.ok_taken_out;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Places {
    private final ConcurrentHashMap<String, Integer> places = new ConcurrentHashMap<>();

    public synchronized void put(String name, Integer place) {
        places.put(name, place);
    }

    public synchronized Integer take(String name) {
        Integer place = places.get(name);
        places.remove(name);
        return place;
    }

    public Integer get(String name) {
        return places.get(name);
    }
}

@ThreadSafe
class Hits {
    private final LongAdder hits = new LongAdder();

    public void hit() {
        hits.increment();
    }

    public long take() {
        return hits.sumThenReset();
    }

    public void reset() {
        hits.reset();
    }
}
