// A thread waits with no other lock held.

package locks.nested_wait.ok;

class Nested {
    private static final Object TABLE = new Object();
    private static final Object ROW = new Object();
    private boolean isFull;

    public void take() throws InterruptedException {
        synchronized (ROW) {
            while (!isFull) {
                ROW.wait();
            }
            isFull = false;
        }
    }

    public void put() {
        synchronized (TABLE) {
            synchronized (ROW) {
                isFull = true;
                ROW.notify();
            }
        }
    }
}
