// The first value of each thread is made where it is asked for, with the locks that are held there.

package locks.thread_locals.bug_order;

class Ids {
    private final Object lock = new Object();
    private final Object counter = new Object();
    private int next;
    private int sum;
    private final ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> take());

    private int take() {
        synchronized (counter) {
//      ^^^^^^^^^^^^^^^^^^^^^^ lock-order
            return next++;
        }
    }

    public void add() {
        synchronized (lock) {
            sum += own.get();
        }
    }

    public void reset() {
        synchronized (counter) {
            synchronized (lock) {
                sum = 0;
            }
        }
    }
}
