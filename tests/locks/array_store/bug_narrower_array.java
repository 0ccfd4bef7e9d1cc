// The array holds texts only, and throws what is no text.

package locks.array_store.bug_narrower_array;

import java.util.concurrent.locks.ReentrantLock;

class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object[] places = new String[1];

    public void put(Object book) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        places[0] = book;
        lock.unlock();
    }
}
