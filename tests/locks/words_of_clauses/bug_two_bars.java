// Alternatives are separated by one bar: what is needed here is not known.

package locks.words_of_clauses.bug_two_bars;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance;

    //@ needs lock || this
//  ^^^^^^^^^^^^^^^^^^^^^^ lock-annotation
    private void change(int amount) {
        balance += amount;
    }

    public void add(int amount) {
        lock.lock();
        try {
            change(amount);
        } finally {
            lock.unlock();
        }
    }
}
