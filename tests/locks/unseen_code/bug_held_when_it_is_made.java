// A constructor that is not seen may throw what is declared, too, and only that is caught.

package locks.unseen_code.bug_held_when_it_is_made;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Files {
    private final Lock lock = new ReentrantLock();

    public int first(String name) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        try {
            FileInputStream in = new FileInputStream(name);
            int first = in.read();
            lock.unlock();
            return first;
        } catch (IOException e) {
            return -1;
        }
    }
}
