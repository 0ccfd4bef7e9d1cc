// A stream that is collected asks its elements for their hash.

package locks.natural_order.bug_collected;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

class Key {
    private final Object lock;
    private int asked;

    Key(Object lock) {
        this.lock = lock;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        synchronized (lock) {
            asked++;
            return 1;
        }
    }
}

class Keys {
    private final Object lock = new Object();
    private final Object table = new Object();
    private int count;

    public Set<Key> collect(List<Key> keys) {
        synchronized (table) {
            return keys.stream().collect(Collectors.toSet());
//                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        }
    }

    public Key make() {
        synchronized (lock) {
            synchronized (table) {
                count++;
            }
        }
        return new Key(lock);
    }
}
