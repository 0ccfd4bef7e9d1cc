// Anybody may write the lock.

package locks.written_again.bug_public_field;

import java.util.concurrent.locks.ReentrantLock;

public class bug_public_field {
    public ReentrantLock lock = new ReentrantLock();
    private int rows;

    public void add() {
        lock.lock();
        rows++;
//      ^^^^ lock-unknown
        lock.unlock();
//      ^^^^^^^^^^^^^ lock-not-held
    }
}
