// The function takes the lock that its thread holds, and that lets nobody in again.

package locks.functions_of_the_library.bug_not_reentrant;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

class Names {
    private static final StampedLock LOCK = new StampedLock();
    private final List<String> names = new ArrayList<>();
    private static final Consumer<String> COUNT = name -> {
        long stamp = LOCK.readLock();
//                   ^^^^^^^^^^^^^^^ lock-order
        LOCK.unlockRead(stamp);
    };

    public void all() {
        long stamp = LOCK.writeLock();
        try {
            names.forEach(COUNT);
        } finally {
            LOCK.unlockWrite(stamp);
        }
    }
}
