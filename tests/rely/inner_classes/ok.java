// The inner object and the lambda use the lock of the object around them.

package rely.inner_classes.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Office {
    @GuardedBy("this") private int letters;

    class Clerk implements Runnable {
        @Override
        public void run() {
            synchronized (Office.this) {
                letters++;
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
