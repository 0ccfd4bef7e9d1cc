// A format that comes from outside may ask for what is not given.

package locks.refused_arguments.bug_format;

import java.util.concurrent.locks.ReentrantLock;

class Report {
    private final ReentrantLock lock = new ReentrantLock();

    public void write(String format, int amount) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        System.out.println(String.format(format, amount));
        lock.unlock();
    }
}
