// The elements of the array stay as the constructor has left them.

package locks.array_elements.ok;

import java.util.concurrent.locks.ReentrantLock;

class Stripes {
    private final ReentrantLock[] locks = new ReentrantLock[2];
    private int count;

    Stripes() {
        locks[0] = new ReentrantLock();
        locks[1] = new ReentrantLock();
    }

    public void change() {
        locks[0].lock();
        try {
            count++;
        } finally {
            locks[0].unlock();
        }
    }
}
