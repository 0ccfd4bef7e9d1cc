// One list under two static names, each with a lock of its own.

package rely.content_of_final_fields.bug_two_names_two_locks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Log {
    private static final Object WRITERS = new Object();
    private static final Object READERS = new Object();
    private static final List<String> LINES = new ArrayList<>();
    private static final List<String> VIEW = Collections.unmodifiableList(LINES);

    private Log() {
    }

    public static void write(String line) {
        synchronized (WRITERS) {
            LINES.add(line);
//          ^^^^^^^^^^^^^^^ unprotected-content
        }
    }

    public static int size() {
        synchronized (READERS) {
            return VIEW.size();
        }
    }
}
