// A class without a name is run with the locks of the caller, as a lambda is.

package locks.handed_over.bug_anonymous_class;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

class Names {
    private final StampedLock lock = new StampedLock();
    private final List<String> names = new ArrayList<>();

    public void all() {
        long stamp = lock.writeLock();
        try {
            each();
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private void each() {
        names.forEach(new Consumer<String>() {
            @Override
            public void accept(String name) {
                long stamp = lock.readLock();
//                           ^^^^^^^^^^^^^^^ self-deadlock
                lock.unlockRead(stamp);
            }
        });
    }
}
