// Three locks, always taken upwards.

package locks.three_lock_order.ok;

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
            synchronized (middle) {
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
        synchronized (ground) {
            doors++;
            synchronized (roof) {
                tiles++;
            }
        }
    }
}
