// A thread takes its own monitor when it is started.

package locks.order_of_library_monitors.bug_started;

class Worker {
    private final Thread thread = new Thread(() -> { });
    private final Object lock = new Object();
    private boolean isStarted;

    public void start() {
        synchronized (lock) {
            thread.start();
//          ^^^^^^^^^^^^^^ lock-order
            isStarted = true;
        }
    }

    public boolean isStarted() {
        synchronized (thread) {
            synchronized (lock) {
                return isStarted;
            }
        }
    }
}
