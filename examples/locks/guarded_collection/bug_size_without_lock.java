// The size of the list is asked for without the lock.

package locks.guarded_collection.bug_size_without_lock;

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

    public int size() {
        return names.size(); // no lock
//             ^^^^^ guarded-access
    }

    public List<String> copy() {
        lock.lock();
        try {
            return new ArrayList<>(names);
        } finally {
            lock.unlock();
        }
    }
}
