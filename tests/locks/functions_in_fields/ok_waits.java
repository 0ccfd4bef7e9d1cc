// Functions in fields that wait, or never end, run with no lock held.

package locks.functions_in_fields.ok_waits;

class Step {
    private final Object table = new Object();
    private final Object signal = new Object();
    private boolean isReady;
    private int rounds;
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
    private final Runnable work = () -> {
        while (true) {
            take();
        }
    };

    public void start() {
        new Thread(work).start();
    }

    public void take() {
        step.run();
        synchronized (table) {
            rounds++;
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
