// Threads that wait inside of the library keep no lock that those they wait for need.

package locks.waits_in_the_library.ok;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Who takes has no lock. */
class Mail {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private int sent;

    public synchronized void put(String s) throws InterruptedException {
        sent++;
        queue.put(s);
    }

    public String take() throws InterruptedException {
        return queue.take();
    }
}

/** Readers take turns, and nobody who adds needs their lock. */
class Readers {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final Object turn = new Object();

    public void put(String s) {
        queue.add(s);
    }

    public String take() throws InterruptedException {
        synchronized (turn) {
            return queue.take();
        }
    }
}

/** Who waits has no lock yet. */
class Start {
    private final CountDownLatch latch = new CountDownLatch(1);
    private boolean isReady;

    public synchronized void ready() {
        isReady = true;
        latch.countDown();
    }

    public boolean begin() throws InterruptedException {
        latch.await();
        synchronized (this) {
            return isReady;
        }
    }
}

/** Who asks has no lock. */
class Answer {
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    public synchronized void give(String s) {
        answer.complete(s);
    }

    public String get() {
        return answer.join();
    }
}
