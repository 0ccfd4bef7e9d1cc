// The helper throws before it acquires, and the other lock stays held.

package locks.declared_helpers.bug_unchecked_exception;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock journal = new ReentrantLock();
    private int balance;

    //@ acquires lock
    private void open(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException();
        }
        lock.lock();
    }

    public void put(int amount) {
        journal.lock();
//      ^^^^^^^^^^^^^^ lock-not-released
        open(amount);
        balance += amount;
        lock.unlock();
        journal.unlock();
    }
}
