// What the caller gives to be run for each name may throw.

package locks.functions_of_the_library.bug_function_throws;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

class Names {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> names = new ArrayList<>();

    public void each(Consumer<String> action) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        names.forEach(action);
        lock.unlock();
    }
}
