// What is assumed is believed, and told.

package rely.assumed.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Believer {
    private volatile int rate;

    public void set(int newRate) {
        if (newRate != 0) {
            rate = newRate;
        }
    }

    public int share() {
        int now = rate;
        if (now == 0) {
            return 0;
        }
        //@ assert now != 0
        return 100 / now;
    }
}
