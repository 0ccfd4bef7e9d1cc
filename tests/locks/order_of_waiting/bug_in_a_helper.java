// The helper waits with the outer monitor, while its caller keeps the inner one: nobody gets there to wake it.

package locks.order_of_waiting.bug_in_a_helper;

class Door {
    private final Object outer = new Object();
    private final Object inner = new Object();
    private boolean open;

    private void pause() throws InterruptedException {
        outer.wait();
//      ^^^^^^^^^^^^ lock-order
    }

    public void enter() throws InterruptedException {
        synchronized (outer) {
            synchronized (inner) {
                while (!open) {
                    pause();
                }
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
