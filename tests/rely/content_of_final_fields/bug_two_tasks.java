// Each task holds its own lock.

package rely.content_of_final_fields.bug_two_tasks;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

class Task implements Runnable {
    private final List<String> lines;

    Task(List<String> lines) {
        this.lines = lines;
    }

    @Override
    public void run() {
        synchronized (this) {
            if (lines != null) {
                lines.add("a line");
//              ^^^^^^^^^^^^^^^^^^^ unprotected-content
            }
        }
    }
}

@ThreadSafe
class Log {
    private final List<String> lines = new ArrayList<>();

    public void start() {
        new Thread(new Task(lines)).start();
        new Thread(new Task(lines)).start();
    }
}
