// The object is only called, but what is called starts a thread.

package rely.functions_called_at_once.bug_thread;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Vault {
    @GuardedBy("this") private int coins;

    public synchronized void empty() {
        Thread worker = new Thread() {
            @Override
            public void run() {
                coins = 0;
//              ^^^^^^^^^ guard
            }
        };
        worker.start();
    }
}
