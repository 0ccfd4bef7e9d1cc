// Two objects of two classes share one list; each class has a lock for all its objects, but not the same.

package rely.content_of_final_fields.bug_two_classes;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Source {
    private final List<String> lines;

    Source(List<String> lines) {
        this.lines = lines;
    }

    public void put(String line) {
        synchronized (Source.class) {
            if (lines != null) {
                lines.add(line);
//              ^^^^^^^^^^^^^^^ unprotected-content
            }
        }
    }
}

@ThreadSafe
class Sink {
    private final List<String> lines;

    Sink(List<String> lines) {
        this.lines = lines;
    }

    public int size() {
        synchronized (Sink.class) {
            return lines == null ? 0 : lines.size();
        }
    }
}

class Start {
    public static void main(String[] args) {
        List<String> lines = new ArrayList<>();
        Source source = new Source(lines);
        Sink sink = new Sink(lines);
        new Thread(() -> source.put("a line")).start();
        new Thread(() -> sink.size()).start();
    }
}
