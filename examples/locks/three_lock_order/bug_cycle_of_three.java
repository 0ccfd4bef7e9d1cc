// Three threads, each with one monitor, each waiting for the next.

package locks.three_lock_order.bug_cycle_of_three;

import net.jcip.annotations.GuardedBy;

class Floors {
    private final Object ground = new Object();
    private final Object middle = new Object();
    private final Object roof = new Object();
    @GuardedBy("ground") private int doors;
    @GuardedBy("middle") private int lamps;
    @GuardedBy("roof") private int tiles;

    public void first() {
        synchronized (ground) {
            doors++;
            synchronized (middle) { // from the ground
//                        ^^^^^^ lock-order
                lamps++;
            }
        }
    }

    public void second() {
        synchronized (middle) {
            lamps++;
            synchronized (roof) {
                tiles++;
            }
        }
    }

    public void third() {
        synchronized (roof) {
            tiles++;
            synchronized (ground) {
                doors++;
            }
        }
    }
}
