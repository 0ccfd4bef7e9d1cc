/** A counter that only the holder of its monitor touches. */
@ThreadSafe
class Counter {
    @GuardedBy("this") private int count;

    synchronized void reset() {
        count = 0;
    }

    public void increment() {
        synchronized (this) {
            count = count + 1;
        }
    }

    public synchronized int get() {
        int first = count;
        int second = count;
        //@ assert first == second
        return second;
    }
}

@interface GuardedBy {
    String value();
}

@interface ThreadSafe {
}
