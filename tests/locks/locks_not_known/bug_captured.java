// The lambda has the lock of one call.

package locks.locks_not_known.bug_captured;

class Counter {
    private int n;

    public void raise() {
        Object lock = new Object();
        Runnable task = () -> {
            synchronized (lock) {
                n++;
//              ^ lock-unknown
            }
        };
        task.run();
    }
}
