// The key takes no lock for its hash code.

package locks.call_backs.ok;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.StampedLock;

class Key {
    static final StampedLock LOCK = new StampedLock();

    @Override
    public int hashCode() {
        return 1;
    }

    @Override
    public boolean equals(Object other) {
        return other == this;
    }
}

class Users {
    private final Map<Key, String> names = new HashMap<>();

    public void add(Key key) {
        long stamp = Key.LOCK.writeLock();
        try {
            names.put(key, "");
        } finally {
            Key.LOCK.unlockWrite(stamp);
        }
    }
}
