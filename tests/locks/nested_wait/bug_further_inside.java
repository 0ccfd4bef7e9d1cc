// Two fields lead from the lock that is kept to the one that is waited for.

package locks.nested_wait.bug_further_inside;

class Queue {
    private boolean isFull;

    synchronized void take() throws InterruptedException {
        while (!isFull) {
            wait();
//          ^^^^^^ nested-wait
        }
        isFull = false;
    }

    synchronized void put() {
        isFull = true;
        notifyAll();
    }
}

class Middle {
    final Queue queue = new Queue();
}

class Outer {
    private final Middle middle = new Middle();

    public synchronized void take() throws InterruptedException {
        middle.queue.take();
    }

    public synchronized void put() {
        middle.queue.put();
    }
}
