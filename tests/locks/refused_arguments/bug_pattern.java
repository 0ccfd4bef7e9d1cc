// A pattern that comes from outside may be none.

package locks.refused_arguments.bug_pattern;

import java.util.concurrent.locks.ReentrantLock;

class Words {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void read(String text, String between) {
        if (text == null) {
            return;
        }
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        count = text.split(between).length;
        lock.unlock();
    }
}
