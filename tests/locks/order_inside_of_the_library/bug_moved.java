// One collection is moved into another with the locks of both held.

package locks.order_inside_of_the_library.bug_moved;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

class Jobs {
    private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    public void move() {
        queue.drainTo(done);
//      ^^^^^^^^^^^^^^^^^^^ lock-order
    }

    public void drop() {
        synchronized (done) {
            queue.poll();
        }
    }
}
