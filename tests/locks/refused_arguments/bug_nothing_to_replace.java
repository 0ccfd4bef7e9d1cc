// An iterator that has not moved has nothing to replace.

package locks.refused_arguments.bug_nothing_to_replace;

import java.util.ListIterator;
import java.util.concurrent.locks.ReentrantLock;

class Editor {
    private final ReentrantLock lock = new ReentrantLock();

    public void rename(ListIterator<String> names) {
        if (names == null) {
            return;
        }
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        names.set("nobody");
        lock.unlock();
    }
}
