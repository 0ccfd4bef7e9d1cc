// The method is called with the lock, and a class below makes a task of it.

package rely.entry_points.bug_inherited_run;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Count {
    @GuardedBy("this") int value;

    public synchronized void go() {
        Task task = new Task(this);
        task.run();
        new Thread(task).start();
    }
}

class Step {
    final Count count;

    Step(Count count) {
        this.count = count;
    }

    public void run() {
        if (count != null) {
            count.value = 1;
//          ^^^^^^^^^^^^^^^ guard
        }
    }
}

class Task extends Step implements Runnable {
    Task(Count count) {
        super(count);
    }
}
