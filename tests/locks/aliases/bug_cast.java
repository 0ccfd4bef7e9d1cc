// What is given need not be a `ReentrantLock`.

package locks.aliases.bug_cast;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Names {
    private final Lock first = new ReentrantLock();
    private final Lock second;
    private int uses;

    public Names(Lock second) {
        this.second = second;
    }

    public void add() {
        first.lock();
//      ^^^^^^^^^^^^ lock-not-released
        ReentrantLock other = (ReentrantLock) second;
        uses += other.getHoldCount();
        first.unlock();
    }
}
