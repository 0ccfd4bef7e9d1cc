// What is made as a `ReentrantLock` may be cast to it.

package locks.aliases.ok_cast;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Names {
    private final Lock first = new ReentrantLock();
    private final Lock second = new ReentrantLock();
    private int uses;

    public void add() {
        first.lock();
        ReentrantLock other = (ReentrantLock) second;
        other.lock();
        uses++;
        other.unlock();
        first.unlock();
    }
}
