// A copy leaves the class, content that nobody writes, and functions that take the lock.

package rely.content_of_final_fields.ok_handed_out;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.jcip.annotations.ThreadSafe;

class Reader {
    private final List<String> names;

    Reader(List<String> names) {
        this.names = names;
    }

    int size() {
        return names.size();
    }
}

@ThreadSafe
class Names {
    private final List<String> names = new ArrayList<>();
    private final List<String> first = new ArrayList<>();

    public Names() {
        first.add("first");
    }

    public synchronized void add(String name) {
        names.add(name);
    }

    public synchronized Reader copy() {
        return new Reader(new ArrayList<>(names));
    }

    public Reader first() {
        return new Reader(first);
    }

    public int firsts() {
        return first.size();
    }

    public Consumer<String> adder() {
        return name -> {
            synchronized (this) {
                names.add(name);
            }
        };
    }
}
