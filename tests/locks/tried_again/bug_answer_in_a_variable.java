// The answer is kept in a variable, and asked for until it is true.

package locks.tried_again.bug_answer_in_a_variable;

import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private int count;

    public void there() {
        first.lock();
        try {
            boolean isTaken = false;
            while (!isTaken) {
                isTaken = second.tryLock();
//                        ^^^^^^^^^^^^^^^^ lock-order
            }
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    public void back() {
        second.lock();
        try {
            boolean isTaken;
            do {
                isTaken = first.tryLock();
            } while (!isTaken);
            first.unlock();
        } finally {
            second.unlock();
        }
    }
}
