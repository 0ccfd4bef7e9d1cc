// Whoever has the thread as a job may run it.

package rely.threads_as_tasks.bug_of_a_safe_interface;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
interface Job {
    void run();
}

class Worker extends Thread implements Job {
    //@ ghost int steps

    public void run() {
        assert Thread.currentThread() == this;
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
