// A record in a set asks its components for their hash.

package locks.natural_order.bug_record;

import java.util.Set;

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

record Name(Key key) {
}

class Keys {
    private final Object lock = new Object();
    private final Object table = new Object();
    private int count;

    public boolean contains(Set<Name> names, Name name) {
        synchronized (table) {
            return names.contains(name);
//                 ^^^^^^^^^^^^^^^^^^^^ lock-unknown
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
