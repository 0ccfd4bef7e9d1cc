// The monitor of the argument is needed, not that of the caller.

package locks.timed_wait_of_units.bug_other_monitor;

import java.util.concurrent.TimeUnit;

class Gate {
    private final Object monitor = new Object();
    private boolean isOpen;

    public synchronized void pass(long time) throws InterruptedException {
        while (!isOpen) {
            TimeUnit.SECONDS.timedWait(monitor, time);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-held
        }
    }
}
