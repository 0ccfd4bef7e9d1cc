// Who is refused gives back what he holds before he tries again.

package locks.tried_again.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final Lock left = new ReentrantLock();
    private final Lock right = new ReentrantLock();
    private int count;

    public void leftFirst() {
        left.lock();
        while (!right.tryLock()) {
            left.unlock();
            Thread.yield();
            left.lock();
        }
        count++;
        right.unlock();
        left.unlock();
    }

    public void rightFirst() {
        right.lock();
        while (!left.tryLock()) {
            right.unlock();
            Thread.yield();
            right.lock();
        }
        count--;
        left.unlock();
        right.unlock();
    }
}
