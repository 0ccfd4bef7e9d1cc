// The function that runs for each name is made elsewhere: it takes the lock that comes first.

package locks.functions_of_the_library.bug_kept_in_a_field;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

class Names {
    private final Object lock = new Object();
    private final Object counter = new Object();
    private int seen;
    private final List<String> names = new ArrayList<>();
    private final Consumer<String> count = name -> {
        synchronized (counter) {
//      ^^^^^^^^^^^^^^^^^^^^^^ lock-order
            seen++;
        }
    };

    public void all() {
        synchronized (lock) {
            names.forEach(count);
        }
    }

    public void reset() {
        synchronized (counter) {
            synchronized (lock) {
                seen = 0;
            }
        }
    }
}
