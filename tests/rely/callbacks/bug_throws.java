// What is called back throws, and the monitor is given up with the invariant broken.

package rely.callbacks.bug_throws;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station {
    //@ global_invariant holder == null ==> trains == 0
    @GuardedBy("this") private int trains;
    private final boolean isClosed;

    Station(boolean isClosed) {
        this.isClosed = isClosed;
    }

    @Override
    public String toString() {
        if (isClosed) {
            throw new IllegalStateException("closed");
        }
        return "station";
    }

    public synchronized void arrive() {
        trains = 1;
        System.out.println(this);
        trains = 0;
    }
//  ^ global-invariant
}
