package locks.guard_forms.ok_own_monitor;

import java.util.ArrayDeque;
import java.util.Deque;
import net.jcip.annotations.GuardedBy;

/** A final field that is guarded by the monitor of what it holds. */
class Tasks {
    @GuardedBy("queue") private final Deque<Runnable> queue = new ArrayDeque<>();

    public void add(Runnable task) {
        synchronized (queue) {
            queue.addLast(task);
            queue.notify();
        }
    }

    public Runnable take() throws InterruptedException {
        synchronized (queue) {
            while (queue.isEmpty()) {
                queue.wait();
            }
            return queue.removeFirst();
        }
    }
}
