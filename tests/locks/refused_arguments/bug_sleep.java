// No thread sleeps for less than no time.

package locks.refused_arguments.bug_sleep;

import java.util.concurrent.locks.ReentrantLock;

class Pause {
    private final ReentrantLock lock = new ReentrantLock();

    public void rest(long time) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        try {
            Thread.sleep(time);
        } catch (InterruptedException stopped) {
            System.out.println("awake");
        }
        lock.unlock();
    }
}
