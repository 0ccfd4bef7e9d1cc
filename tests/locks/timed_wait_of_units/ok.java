// `timedWait` of a unit of time is a wait of its argument.

package locks.timed_wait_of_units.ok;

import java.util.concurrent.TimeUnit;

class Gate {
    private boolean isOpen;

    public synchronized void open() {
        isOpen = true;
        notifyAll();
    }

    public synchronized boolean pass(long time) throws InterruptedException {
        while (!isOpen) {
            TimeUnit.SECONDS.timedWait(this, time);
        }
        return isOpen;
    }
}
