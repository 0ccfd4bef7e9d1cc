// What is written as a number may be none.

package locks.refused_arguments.bug_format_of_a_number;

import java.util.concurrent.locks.ReentrantLock;

class Report {
    private final ReentrantLock lock = new ReentrantLock();

    public void write(Object amount) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        System.out.printf("%d", amount);
        lock.unlock();
    }
}
