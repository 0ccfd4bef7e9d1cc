// The first field gets another lock after the second one has got the old one.

package locks.written_again.bug_constructor;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private Lock first = new ReentrantLock();
    private Lock second;
    private int count;

    public Pair() {
        second = first;
        first = new ReentrantLock();
    }

    public void add() {
        first.lock();
//      ^^^^^^^^^^^^ lock-not-released
        count++;
        second.unlock();
//      ^^^^^^^^^^^^^^^ lock-not-held
    }
}
