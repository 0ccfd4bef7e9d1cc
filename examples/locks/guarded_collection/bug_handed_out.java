// The list itself is handed to the caller, who has no lock.

package locks.guarded_collection.bug_handed_out;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Guests {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private final List<String> names = new ArrayList<>();

    public void add(String name) {
        lock.lock();
        try {
            names.add(name);
        } finally {
            lock.unlock();
        }
    }

    public List<String> copy() {
        lock.lock();
        try {
            return names; // to whom?
//                 ^^^^^ guarded-access
        } finally {
            lock.unlock();
        }
    }
}
