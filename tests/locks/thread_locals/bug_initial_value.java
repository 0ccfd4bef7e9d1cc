// A method of the program makes the first value, and waits for what is held where it is asked for.

package locks.thread_locals.bug_initial_value;

import java.util.concurrent.Semaphore;

class Ids {
    private final Semaphore turn = new Semaphore(1);
    private int next;
    private int sum;
    private final ThreadLocal<Integer> own = new ThreadLocal<>() {
        @Override
        protected Integer initialValue() {
            return take();
        }
    };

    private int take() {
        turn.acquireUninterruptibly();
        try {
            return next++;
        } finally {
            turn.release();
        }
    }

    public void add() {
        turn.acquireUninterruptibly();
        try {
            sum += own.get();
//                 ^^^^^^^^^ lock-unknown
        } finally {
            turn.release();
        }
    }
}
