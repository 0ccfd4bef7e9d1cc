// Who tries until he succeeds, waits.

package locks.tried_again.bug;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final Lock left = new ReentrantLock();
    private final Lock right = new ReentrantLock();
    private int count;

    public void leftFirst() {
        left.lock();
        while (!right.tryLock()) {
//              ^^^^^^^^^^^^^^^ lock-order
            Thread.onSpinWait();
        }
        count++;
        right.unlock();
        left.unlock();
    }

    public void rightFirst() {
        right.lock();
        while (!left.tryLock()) {
            Thread.onSpinWait();
        }
        count--;
        left.unlock();
        right.unlock();
    }
}
