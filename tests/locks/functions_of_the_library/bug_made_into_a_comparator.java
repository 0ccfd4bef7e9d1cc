// The library compares by a function that takes a lock.

package locks.functions_of_the_library.bug_made_into_a_comparator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

class Names {
    private static final Object LOCK = new Object();
    private static final Object COUNTER = new Object();
    private static final Comparator<String> ORDER = Comparator.comparing(name -> length(name));
    private final List<String> names = new ArrayList<>();
    private static int seen;

    private static int length(String name) {
        synchronized (COUNTER) {
//      ^^^^^^^^^^^^^^^^^^^^^^ lock-order
            seen++;
            return name.length();
        }
    }

    public void sort() {
        synchronized (LOCK) {
            names.sort(ORDER);
        }
    }

    public static void reset() {
        synchronized (COUNTER) {
            synchronized (LOCK) {
                seen = 0;
            }
        }
    }
}
