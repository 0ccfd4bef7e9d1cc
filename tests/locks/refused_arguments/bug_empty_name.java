// Every property has a name.

package locks.refused_arguments.bug_empty_name;

import java.util.concurrent.locks.ReentrantLock;

class Settings {
    private final ReentrantLock lock = new ReentrantLock();
    private String path;

    public void read() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        path = System.getProperty("");
        lock.unlock();
    }
}
