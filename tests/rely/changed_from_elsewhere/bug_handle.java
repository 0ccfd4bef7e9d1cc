// Whoever has the handle runs it, with or without the lock.

package rely.changed_from_elsewhere.bug_handle;

@interface GuardedBy {
    String value();
}

@interface ThreadSafe {}

@ThreadSafe
class Handed {
    interface Handle {
        void bump();
    }

    @GuardedBy("this")
    private int n;

    public Handle handle() {
        return new Handle() {
            public void bump() {
                n++;
//              ^ guard
            }
        };
    }

    public synchronized void inc() {
        handle().bump();
    }
}
