// A map asks the key for its hash code, which takes a lock.

package locks.call_backs.bug_hash_code;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.StampedLock;

class Key {
    static final StampedLock LOCK = new StampedLock();

    @Override
    public int hashCode() {
        long stamp = LOCK.readLock();
        LOCK.unlockRead(stamp);
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
//          ^^^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            Key.LOCK.unlockWrite(stamp);
        }
    }
}
