// The array holds whatever there is.

package locks.array_store.ok;

import java.util.concurrent.locks.ReentrantLock;

class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object[] places = new Object[1];

    public void put(Object book) {
        lock.lock();
        places[0] = book;
        lock.unlock();
    }
}
