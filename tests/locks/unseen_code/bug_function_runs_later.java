// Code that is not seen may keep a function and run it when the lock is not held any more.

package locks.unseen_code.bug_function_runs_later;

import java.util.logging.Logger;

@interface GuardedBy {
    String value();
}

class Counter {
    private static final Logger LOG = Logger.getLogger("counter");
    @GuardedBy("this") private int count;

    public synchronized void add() {
        count++;
        LOG.setFilter(record -> count > 3);
//                              ^^^^^ guarded-access
    }
}
