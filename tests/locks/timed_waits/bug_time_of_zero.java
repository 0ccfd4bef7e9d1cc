// A time of zero is no time: the thread waits until it is signalled, and keeps what the other needs.

package locks.timed_waits.bug_time_of_zero;

class Box {
    private final Object table = new Object();
    private final Object full = new Object();
    private boolean isFull;

    public void take() throws InterruptedException {
        synchronized (table) {
            synchronized (full) {
                while (!isFull) {
                    full.wait(0);
//                  ^^^^^^^^^^^^ nested-wait
                }
                isFull = false;
            }
        }
    }

    public void put() {
        synchronized (table) {
            synchronized (full) {
                isFull = true;
                full.notifyAll();
            }
        }
    }
}
