// The same with a class that has a name.

package locks.functions_of_the_library.bug_class_with_a_name;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

class Names {
    private final Object lock = new Object();
    static final Object COUNTER = new Object();
    private final List<String> names = new ArrayList<>();
    private final Consumer<String> count = new Count();
    static int seen;

    public void all() {
        synchronized (lock) {
            names.forEach(count);
        }
    }

    public void reset() {
        synchronized (COUNTER) {
            synchronized (lock) {
//          ^^^^^^^^^^^^^^^^^^^ lock-order
                seen = 0;
            }
        }
    }
}

class Count implements Consumer<String> {
    @Override
    public void accept(String name) {
        synchronized (Names.COUNTER) {
            Names.seen++;
        }
    }
}
