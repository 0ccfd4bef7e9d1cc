// A list that is sorted without a comparator compares its elements by themselves.

package locks.natural_order.bug_sorted;

import java.util.List;

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
        synchronized (table) {
            keys.sort(null);
//          ^^^^^^^^^^^^^^^ lock-unknown
            count = keys.size();
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
