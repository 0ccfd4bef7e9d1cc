package locks.guard_forms.bug_own_monitor;

import java.util.ArrayDeque;
import java.util.Deque;
import net.jcip.annotations.GuardedBy;

/** A final field that is guarded by the monitor of what it holds: the size is asked for without it. */
class Tasks {
    @GuardedBy("queue") private final Deque<Runnable> queue = new ArrayDeque<>();

    public void add(Runnable task) {
        synchronized (queue) {
            queue.addLast(task);
        }
    }

    public int size() {
        return queue.size();
//             ^^^^^ guarded-access
    }
}
