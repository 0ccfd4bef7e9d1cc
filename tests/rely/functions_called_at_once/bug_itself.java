// What is called hands itself to others.

package rely.functions_called_at_once.bug_itself;

import java.util.concurrent.ExecutorService;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Vault {
    @GuardedBy("this") private int coins;

    private void call(Runnable action) {
        action.run();
    }

    public synchronized void empty(ExecutorService workers) {
        call(new Runnable() {
            @Override
            public void run() {
                coins = 0;
//              ^^^^^^^^^ guard
                if (workers != null) {
                    workers.execute(this);
                }
            }
        });
    }
}
