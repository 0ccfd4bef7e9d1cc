// A phaser counts no further than to 65535.

package locks.refused_arguments.bug_too_many_parties;

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

class Race {
    private final ReentrantLock lock = new ReentrantLock();
    private Phaser start;

    public void prepare(int runners) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        if (runners > 0) {
            start = new Phaser(runners);
        }
        lock.unlock();
    }
}
