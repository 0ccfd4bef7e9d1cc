// A method that looks into another collection takes that one's lock, with its own held.

package locks.order_of_library_monitors.bug_argument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Lists {
    private final List<String> first = Collections.synchronizedList(new ArrayList<>());
    private final List<String> second = Collections.synchronizedList(new ArrayList<>());

    public void there() {
        first.addAll(second);
//      ^^^^^^^^^^^^^^^^^^^^ lock-order
    }

    public void back() {
        second.addAll(first);
    }
}

class Copies {
    private final List<String> list = Collections.synchronizedList(new ArrayList<>());
    private final Object other = new Object();

    public List<String> copy() {
        synchronized (other) {
            return new ArrayList<>(list);
//                 ^^^^^^^^^^^^^^^^^^^^^ lock-order
        }
    }

    public void clear() {
        synchronized (list) {
            synchronized (other) {
                list.clear();
            }
        }
    }
}

class Texts {
    private final StringBuffer first = new StringBuffer();
    private final StringBuffer second = new StringBuffer();

    public void there() {
        synchronized (first) {
            first.append(second);
//          ^^^^^^^^^^^^^^^^^^^^ lock-order
        }
    }

    public void back() {
        synchronized (second) {
            second.append(first);
        }
    }
}
