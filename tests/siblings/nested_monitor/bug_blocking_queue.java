// Wrong: take() of an empty queue waits with the monitor held that put() needs.

package siblings.nested_monitor.bug_blocking_queue;

import java.util.concurrent.LinkedBlockingQueue;

class Mail {
    private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();

    public synchronized void put(String s) throws InterruptedException {
        queue.put(s);
    }

    public synchronized String take() throws InterruptedException {
        return queue.take();
    }
}
