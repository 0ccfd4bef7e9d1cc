// The library runs a function out of a field, with a lock held.

package locks.functions_in_fields.bug_run_by_the_library;

import java.util.List;
import java.util.function.Consumer;

class Notes {
    private final Object notes = new Object();
    private final Object marks = new Object();
    private final List<String> all = List.of("a", "b");
    private final Consumer<String> mark = note -> {
        synchronized (marks) {
//                    ^^^^^ lock-order
            note.length();
        }
    };

    public void markAll() {
        synchronized (notes) {
            all.forEach(mark);
        }
    }

    public void clear() {
        synchronized (marks) {
            synchronized (notes) {
                all.size();
            }
        }
    }
}
