// A function in a field waits for a signal, with a lock kept that whoever signals needs.

package locks.functions_in_fields.bug_waits;

class Step {
    private final Object table = new Object();
    private final Object signal = new Object();
    private boolean isReady;
    private volatile Runnable step = () -> {
        synchronized (signal) {
            try {
                while (!isReady) {
                    signal.wait();
                }
            } catch (InterruptedException e) {
                isReady = true;
            }
        }
    };

    public void take() {
        synchronized (table) {
            step.run();
//          ^^^^^^^^^^ lock-unknown
        }
    }

    public void put() {
        synchronized (table) {
            synchronized (signal) {
                isReady = true;
                signal.notifyAll();
            }
        }
    }
}
