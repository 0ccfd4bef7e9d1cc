// The adapter leaves the class, and with it the list; its methods do not lock.

package rely.content_of_final_fields.bug_in_an_adapter;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

class Adder {
    private final List<String> target;

    Adder(List<String> target) {
        this.target = target;
    }

    void add(String name) {
        target.add(name);
    }
}

class Counter {
    private int count;

    void increment() {
        count++;
    }

    int get() {
        return count;
    }
}

@ThreadSafe
class Names {
    private final List<String> names = new ArrayList<>();
    private final Counter calls = new Counter();

    public synchronized int size() {
        return names.size() + calls.get();
    }

    public synchronized Adder adder() {
//                            ^^^^^ unprotected-content
        return new Adder(names);
    }

    public Counter calls() {
//                 ^^^^^ unprotected-content
        return calls;
    }
}
