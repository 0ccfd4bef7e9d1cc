// In an inner class, `this` is the inner object.

package rely.inner_classes.bug_monitor_of_the_inner_object;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Office {
    @GuardedBy("this") private int letters;

    class Clerk implements Runnable {
        @Override
        public void run() {
            synchronized (this) {
                letters++;
//              ^^^^^^^ guard
            }
        }
    }

    public void open() {
        new Thread(new Clerk()).start();
        new Thread(() -> {
            synchronized (this) {
                letters--;
            }
        }).start();
    }
}
