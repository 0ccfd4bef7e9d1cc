// A table of locks that can be read.

package locks.not_read.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Table {
    private final Lock[] locks = {new ReentrantLock()};
    private int count;

    public void enter() {
        locks[0].lock();
        try {
            count++;
        } finally {
            locks[0].unlock();
        }
    }
}
