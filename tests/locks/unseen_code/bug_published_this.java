// A constructor has its object for itself only until code that is not seen gets it.

package locks.unseen_code.bug_published_this;

import java.util.logging.Level;
import java.util.logging.Logger;

@interface GuardedBy {
    String value();
}

class Counter {
    private static final Logger LOG = Logger.getLogger("counter");
    @GuardedBy("this") private int count;

    Counter() {
        count = 1;
        LOG.log(Level.INFO, "{0}", this);
        count = 2;
//      ^^^^^^^^^ guarded-access
    }

    public synchronized int get() {
        return count;
    }
}
