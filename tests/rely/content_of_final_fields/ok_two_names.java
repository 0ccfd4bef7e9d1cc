// One list under two names and in a map, and one lock for all of them; and two lists, each with its own.

package rely.content_of_final_fields.ok_two_names;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Log {
    private final Object lock = new Object();
    private final Object others = new Object();
    private final List<String> lines = new ArrayList<>();
    private final List<String> view = Collections.unmodifiableList(lines);
    private final Map<String, List<String>> rooms = new ConcurrentHashMap<>();
    private final List<String> apart = new ArrayList<>();

    public Log() {
        rooms.put("lobby", lines);
    }

    public void write(String line) {
        synchronized (lock) {
            lines.add(line);
        }
    }

    public int size() {
        synchronized (lock) {
            return view.size();
        }
    }

    public void say(String room, String text) {
        List<String> found = rooms.get(room);
        synchronized (lock) {
            if (found != null) {
                found.add(text);
            }
        }
    }

    public void note(String text) {
        synchronized (others) {
            apart.add(text);
        }
    }
}
