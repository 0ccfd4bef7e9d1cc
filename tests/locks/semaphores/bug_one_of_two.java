// Which of two semaphores is acquired first is not seen.

package locks.semaphores.bug_one_of_two;

import java.util.concurrent.Semaphore;

class Pair {
    private final Semaphore first = new Semaphore(1);
    private final Semaphore second = new Semaphore(1);
    private int count;

    private Semaphore one(boolean isFirst) {
        return isFirst ? first : second;
    }

    public void add(boolean isFirst) {
        one(isFirst).acquireUninterruptibly();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        one(!isFirst).acquireUninterruptibly();
        count++;
        second.release();
        first.release();
    }
}
