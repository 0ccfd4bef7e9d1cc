// While a thread waits for `outer`, it keeps `inner`, and has to take `outer` again.

package locks.order_of_equals.bug_waits_with_the_inner_one;

class Nested {
    private final Object outer = new Object();
    private final Object inner = new Object();
    private boolean open;

    public void pass() throws InterruptedException {
        synchronized (outer) {
            synchronized (inner) {
//                        ^^^^^ lock-order
                while (!open) {
                    outer.wait();
                }
            }
        }
    }

    public void open() {
        synchronized (outer) {
            open = true;
            outer.notifyAll();
        }
    }
}
