// The handle takes the lock itself.

package rely.changed_from_elsewhere.ok_handle;

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
                synchronized (Handed.this) {
                    n++;
                }
            }
        };
    }

    public synchronized void inc() {
        handle().bump();
    }
}
