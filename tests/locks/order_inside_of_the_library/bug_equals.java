// The queue asks its elements with its own lock held, which another thread waits for with theirs held.

package locks.order_inside_of_the_library.bug_equals;

import java.util.concurrent.ArrayBlockingQueue;

class Job {
    private final Object owner;
    private int asked;

    Job(Object owner) {
        this.owner = owner;
    }

    @Override
    public boolean equals(Object other) {
        synchronized (owner) {
//      ^^^^^^^^^^^^^^^^^^^^ lock-order
            asked++;
            return this == other;
        }
    }

    @Override
    public int hashCode() {
        return 1;
    }
}

class Jobs {
    private final Object owner = new Object();
    private final ArrayBlockingQueue<Job> queue = new ArrayBlockingQueue<>(16);

    public boolean isWaiting(Job job) {
        return queue.contains(job);
    }

    public void offer() {
        Job job = new Job(owner);
        synchronized (owner) {
            queue.offer(job);
        }
    }
}
