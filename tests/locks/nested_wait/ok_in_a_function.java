// A function that waits is run with no lock.

package locks.nested_wait.ok_in_a_function;

class Steps {
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
                Thread.currentThread().interrupt();
            }
        }
    };

    public void take() {
        step.run();
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
