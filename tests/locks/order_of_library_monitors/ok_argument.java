// One collection is copied into the other, and never back.

package locks.order_of_library_monitors.ok_argument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Lists {
    private final List<String> first = Collections.synchronizedList(new ArrayList<>());
    private final List<String> second = Collections.synchronizedList(new ArrayList<>());
    private int count;

    public void there() {
        first.addAll(second);
    }

    public synchronized List<String> copy() {
        count++;
        return new ArrayList<>(first);
    }
}
