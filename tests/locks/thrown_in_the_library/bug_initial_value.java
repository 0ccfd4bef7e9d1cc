// Who asks first makes the value.

package locks.thrown_in_the_library.bug_initial_value;

import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final ReentrantLock lock = new ReentrantLock();
    private final ThreadLocal<String> owner = new ThreadLocal<>() {
        protected String initialValue() {
            throw new IllegalStateException();
        }
    };
    private String last;

    public void work() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        last = owner.get();
        lock.unlock();
    }
}
