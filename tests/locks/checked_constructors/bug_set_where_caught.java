// Where the number cannot be read, the condition is one of the other lock.

package locks.checked_constructors.bug_set_where_caught;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Gate {
    private final ReentrantLock first = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private final Condition open;

    public Gate(String number) {
        Condition made = first.newCondition();
        try {
            Integer.parseInt(number);
        } catch (NumberFormatException e) {
            made = second.newCondition();
        }
        open = made;
    }

    public void open() {
        first.lock();
        try {
            open.signalAll();
//          ^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            first.unlock();
        }
    }
}
