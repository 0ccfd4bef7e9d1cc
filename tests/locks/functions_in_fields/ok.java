// A function in a field takes its lock after that of who runs it, and so does everybody.

package locks.functions_in_fields.ok;

import java.util.List;
import java.util.function.Consumer;

class Notes {
    private final Object notes = new Object();
    private final Object marks = new Object();
    private final List<String> all = List.of("a", "b");
    private final Consumer<String> mark = note -> {
        synchronized (marks) {
            note.length();
        }
    };

    public void markAll() {
        synchronized (notes) {
            all.forEach(mark);
        }
    }

    public void clear() {
        synchronized (notes) {
            synchronized (marks) {
                all.size();
            }
        }
    }
}
