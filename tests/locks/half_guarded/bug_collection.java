// The collection is in a final field, and is asked without the lock.

package locks.half_guarded.bug_collection;

import java.util.ArrayList;
import java.util.List;

class Bag {
    private final List<String> items = new ArrayList<>();

    public synchronized void add(String item) {
        items.add(item);
    }

    public int size() {
        return items.size();
//             ^^^^ shared-field
    }
}
