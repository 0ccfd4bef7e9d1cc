// A record asks its components for their hash codes.

package locks.call_backs.bug_record;

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

record Pair(Key first, Key second) {}

class Users {
    private int sum;

    public void add(Key key) {
        Pair pair = new Pair(key, key);
        long stamp = Key.LOCK.writeLock();
        try {
            sum += pair.hashCode();
//                 ^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            Key.LOCK.unlockWrite(stamp);
        }
    }
}
