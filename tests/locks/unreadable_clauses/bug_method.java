// What the method promises cannot be read, and is not checked; the others are.

package locks.unreadable_clauses.bug_method;

import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    //@ needs lock
    private int count;

    //@ ensures (count >
//                     ^ annotation-syntax
//                     ^ unsupported
    public void count() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public int bare() {
        return count;
//             ^^^^^ guarded-access
    }
}
