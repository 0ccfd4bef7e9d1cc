// A thread is handed on as a task by a method of an interface that it has.

package rely.threads_as_tasks.bug_by_an_interface;

import java.util.concurrent.ExecutorService;

interface Task extends Runnable {
    default void begin(ExecutorService pool) {
        pool.execute(this);
    }
}

class Worker extends Thread implements Task {
    //@ ghost int steps

    public void run() {
        assert Thread.currentThread() == this;
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}

class Start {
    static void begin(ExecutorService pool) {
        if (pool != null) {
            new Worker().begin(pool);
        }
    }
}
