// To complete a future is to run what others have registered with it, in the middle of the method.

package rely.futures.bug_completed;

import java.util.concurrent.CompletableFuture;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Asker {
    @GuardedBy("this") private int asked;

    public synchronized void set(int value) {
        asked = value;
    }

    public synchronized void answer(CompletableFuture<String> answer) {
        asked = 1;
        if (answer != null) {
            answer.complete("yes");
//          ^^^^^^^^^^^^^^^^^^^^^^ unsupported
        }
        assert asked == 1;
    }
}
