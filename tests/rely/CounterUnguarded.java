/** The increment reads and writes without the lock. */
@ThreadSafe
class CounterUnguarded {
    @GuardedBy("this") private int count;

    public void increment() {
        count = count + 1;
    }

    public synchronized int get() {
        return count;
    }
}

@interface GuardedBy {
    String value();
}

@interface ThreadSafe {
}
