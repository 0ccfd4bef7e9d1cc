// A ring that is closed is not asked for its elements.

package locks.thrown_in_the_library.bug_for_each;

import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final ReentrantLock lock = new ReentrantLock();
    private final Ring ring = new Ring();

    public void write() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        ring.forEach(paper -> { });
        lock.unlock();
    }
}

class Ring implements Iterable<String> {
    private boolean isClosed;

    public Iterator<String> iterator() {
        if (isClosed) {
            throw new IllegalStateException();
        }
        return Collections.emptyIterator();
    }
}
