// The list is in a field and in a map as well. What is found by the map is under one lock, the field under another.

package rely.content_of_final_fields.bug_field_and_element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Rooms {
    private final Object byName = new Object();
    private final Object all = new Object();
    private final Map<String, List<String>> rooms = new ConcurrentHashMap<>();
    private final List<String> lobby = new ArrayList<>();

    public Rooms() {
        rooms.put("lobby", lobby);
    }

    public void say(String room, String text) {
        List<String> lines = rooms.get(room);
        synchronized (byName) {
            if (lines != null) {
                lines.add(text);
//              ^^^^^^^^^^^^^^^ unprotected-content
            }
        }
    }

    public int size() {
        synchronized (all) {
            return lobby.size();
        }
    }
}
