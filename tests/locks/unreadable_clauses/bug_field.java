// What guards the field cannot be read.

package locks.unreadable_clauses.bug_field;

import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    //@ readable_if ((
//                    ^ annotation-syntax
//                    ^ unsupported
    private int count;

    public void count() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }
}
