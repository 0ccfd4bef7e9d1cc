// A thread waits with another lock held, and nobody ever wakes it.

package locks.nested_wait.bug_nobody_signals;

class Gate {
    private final Object outer = new Object();
    private final Object inner = new Object();
    private boolean isOpen;

    public void pass() throws InterruptedException {
        synchronized (outer) {
            synchronized (inner) {
                while (!isOpen) {
                    inner.wait();
//                  ^^^^^^^^^^^^ lock-unknown
                }
            }
        }
    }

    public void open() {
        synchronized (outer) {
            isOpen = true;
        }
    }
}
