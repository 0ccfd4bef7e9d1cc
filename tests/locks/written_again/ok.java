// Two fields that hold one lock.

package locks.written_again.ok;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private Lock first = new ReentrantLock();
    private Lock second;
    private int count;

    public Pair() {
        second = first;
    }

    public void add() {
        first.lock();
        count++;
        second.unlock();
    }
}
