// A lambda that another one runs is still looked at.

package locks.handed_over.bug_inside_of_a_lambda;

import java.util.concurrent.locks.ReentrantLock;

class Tasks {
    private final ReentrantLock lock = new ReentrantLock();

    private Runnable make() {
        Runnable inner = () -> lock.lock();
//                             ^^^^^^^^^^^ lock-not-released
        return () -> inner.run();
    }

    public void run() {
        make().run();
    }
}
