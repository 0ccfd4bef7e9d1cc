// A ring that is closed is not asked for its elements.

package locks.thrown_in_the_library.bug_own_collection;

import java.util.AbstractCollection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final ReentrantLock lock = new ReentrantLock();
    private final HashSet<String> papers = new HashSet<>();

    public void take(Ring ring) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        papers.addAll(ring);
        lock.unlock();
    }
}

class Ring extends AbstractCollection<String> {
    private boolean isClosed;

    public Iterator<String> iterator() {
        if (isClosed) {
            throw new IllegalStateException();
        }
        return Collections.emptyIterator();
    }

    public int size() {
        return 0;
    }
}
