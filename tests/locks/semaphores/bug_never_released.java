// A permit is taken and never given back.

package locks.semaphores.bug_never_released;

import java.util.concurrent.Semaphore;

class Once {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    public void change() {
        permit.acquireUninterruptibly();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-released
        count++;
    }
}
