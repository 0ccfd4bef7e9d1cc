// What compares keys, or asks for their hash, runs with no lock held.

package locks.natural_order.ok;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

class Key implements Comparable<Key> {
    private final Object lock;
    private int compared;

    Key(Object lock) {
        this.lock = lock;
    }

    @Override
    public int compareTo(Key other) {
        synchronized (lock) {
            compared++;
            return 0;
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        synchronized (lock) {
            compared++;
            return 1;
        }
    }
}

class Keys {
    private final Object lock = new Object();
    private final Object table = new Object();
    private int count;

    public void sort(List<Key> keys) {
        keys.sort(null);
        synchronized (table) {
            count = keys.size();
        }
    }

    public Set<Key> distinct(List<Key> keys) {
        return keys.stream().distinct().collect(Collectors.toSet());
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
