// Nobody says that the rate is not zero.

package rely.assumed.bug_not_assumed;

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
        return 100 / now;
//             ^^^^^^^^^ implicit-exception
    }
}
