// Each caller brings a lock: two callers may bring two.

package locks.locks_not_known.bug_given;

class Token {
}

class Counter {
    private int n;

    public void raise(Token token) {
        synchronized (token) {
            n++;
//          ^ lock-unknown
        }
    }
}
