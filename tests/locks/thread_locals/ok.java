// The first value of each thread is made where it is asked for: here before the lock is taken.

package locks.thread_locals.ok;

class Ids {
    private final Object lock = new Object();
    private final Object counter = new Object();
    private int next;
    private int sum;
    private final ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> take());

    private int take() {
        synchronized (counter) {
            return next++;
        }
    }

    public void add() {
        int id = own.get();
        synchronized (lock) {
            sum += id;
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
