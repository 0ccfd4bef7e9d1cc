// Whoever waits keeps a lock that whoever signals needs.

package locks.nested_wait.bug_keeps_the_table;

class Nested {
    private static final Object TABLE = new Object();
    private static final Object ROW = new Object();
    private boolean isFull;

    public void take() throws InterruptedException {
        synchronized (TABLE) {
            synchronized (ROW) {
                while (!isFull) {
                    ROW.wait();
//                  ^^^^^^^^^^ nested-wait
                }
                isFull = false;
            }
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
