// A second name for the list does not make it free.

package locks.guarded_collection.bug_used_after_release;

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
        List<String> list;
        lock.lock();
        try {
            list = names;
        } finally {
            lock.unlock();
        }
        return new ArrayList<>(list); // the lock is gone
//                             ^^^^ guarded-access
    }
}
