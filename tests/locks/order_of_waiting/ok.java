// Who waits keeps nothing but what it waits with.

package locks.order_of_waiting.ok;

class Door {
    private final Object outer = new Object();
    private final Object inner = new Object();
    private boolean open;

    private void pause() throws InterruptedException {
        outer.wait();
    }

    public void enter() throws InterruptedException {
        synchronized (outer) {
            while (!open) {
                pause();
            }
            synchronized (inner) {
                open = false;
            }
        }
    }

    public void open() {
        synchronized (outer) {
            synchronized (inner) {
                open = true;
            }
            outer.notifyAll();
        }
    }
}
