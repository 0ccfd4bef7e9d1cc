// A method stores what knows the object, another one gives it to a pool.

package locks.published_this.bug_task_set_by_a_method;

import java.util.concurrent.ExecutorService;
import net.jcip.annotations.GuardedBy;

class Task implements Runnable {
    private final Table table;

    Task(Table table) {
        this.table = table;
    }

    public void run() {
        table.add();
    }
}

class Table {
    private Task task;
    @GuardedBy("this") private int rows;

    Table(ExecutorService pool) {
        use(new Task(this));
        begin(pool);
        rows = 1;
//      ^^^^ guarded-access
    }

    private void use(Task task) {
        this.task = task;
    }

    private void begin(ExecutorService pool) {
        pool.execute(task);
    }

    public synchronized void add() {
        rows++;
    }
}
