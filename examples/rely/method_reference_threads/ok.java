// A method of the object is run by a thread of its own.

package rely.method_reference_threads.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Beat {
    @GuardedBy("this") private int beats;
    private volatile boolean stopped;

    private void loop() {
        while (!stopped) {
            synchronized (this) {
                beats++;
            }
        }
    }

    public void start() {
        new Thread(this::loop).start();
    }

    public void stop() {
        stopped = true;
    }
}
