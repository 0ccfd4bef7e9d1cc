// The next one may be set to any other, so that two of them wait for each other.

package locks.order_of_equals.bug_next_may_be_any;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private Account next;

    public void set(Account next) {
        this.next = next;
//      ^^^^ shared-field
    }

    public void visit() {
        lock.lock();
        try {
            if (next != null) {
                next.touch();
            }
        } finally {
            lock.unlock();
        }
    }

    public void touch() {
        lock.lock();
//      ^^^^^^^^^^^ lock-order
        lock.unlock();
    }
}
