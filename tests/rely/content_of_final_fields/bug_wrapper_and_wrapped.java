// The wrapper locks itself; the list in it is changed without that lock.

package rely.content_of_final_fields.bug_wrapper_and_wrapped;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Log {
    private final Object lock = new Object();
    private final List<String> lines = new ArrayList<>();
    private final List<String> view = Collections.synchronizedList(lines);
//                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unprotected-content used by a wrapper

    public void write(String line) {
        synchronized (lock) {
            lines.add(line);
        }
    }

    public int size() {
        return view.size();
    }
}
