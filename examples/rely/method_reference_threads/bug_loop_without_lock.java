// The thread counts without the lock.

package rely.method_reference_threads.bug_loop_without_lock;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Beat {
    @GuardedBy("this") private int beats;
    private volatile boolean stopped;

    private void loop() {
        while (!stopped) {
            beats++;
//          ^^^^^ guard
        }
    }

    public void start() {
        new Thread(this::loop).start();
    }

    public void stop() {
        stopped = true;
    }
}
