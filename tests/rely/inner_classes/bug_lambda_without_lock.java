// The thread that runs the lambda has no lock, whoever made it.

package rely.inner_classes.bug_lambda_without_lock;

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

    public synchronized void open() {
        new Thread(new Clerk()).start();
        new Thread(() -> {
            letters--;
//          ^^^^^^^ guard
        }).start();
    }
}
