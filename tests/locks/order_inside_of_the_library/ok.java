// The queue asks its elements with its own lock held, and nobody enters the queue with theirs held.

package locks.order_inside_of_the_library.ok;

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
    private int offered;

    public boolean isWaiting(Job job) {
        return queue.contains(job);
    }

    public void offer() {
        Job job = new Job(owner);
        synchronized (owner) {
            offered++;
        }
        queue.offer(job);
    }
}
