// Who leaves does not give back what he took when he entered.

package locks.modes_of_locks.bug_kept_inside;

import java.util.concurrent.locks.ReentrantLock;

class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private boolean isBusy;

    //@ acquires m
    void enter() {
        lock.lock();
        isBusy = true;
    }

    //@ releases m
    void leave() {
//       ^^^^^ lock-contract
        lock.lock();
        isBusy = false;
        lock.unlock();
    }
}
