// This caller comes back, but others may not.

package locks.never_ends.bug_not_for_this_caller;

import java.util.concurrent.locks.ReentrantLock;

class Clock {
    private final ReentrantLock lock = new ReentrantLock();
    private int ticks;

    public void run(boolean isOff) {
        if (isOff) {
            return;
        }
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        while (true) {
            ticks++;
        }
    }

    public static void main(String[] args) {
        new Clock().run(true);
    }
}
