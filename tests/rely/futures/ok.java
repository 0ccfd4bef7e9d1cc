// What a future gives is what someone has made known.

package rely.futures.ok;

import java.util.concurrent.CompletableFuture;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Asker {
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    public boolean isThere() {
        return answer.isDone();
    }
}
