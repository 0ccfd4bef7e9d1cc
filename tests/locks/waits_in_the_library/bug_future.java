// Who would complete the future needs the lock that the one who waits for it keeps.

package locks.waits_in_the_library.bug_future;

import java.util.concurrent.CompletableFuture;

class Answer {
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    public synchronized void give(String s) {
        answer.complete(s);
    }

    public synchronized String get() {
        return answer.join();
//             ^^^^^^^^^^^^^ lock-unknown
    }
}
