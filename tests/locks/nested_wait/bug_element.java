// The queues are elements of an array, and a lock around them is kept by who waits and needed by who signals.

package locks.nested_wait.bug_element;

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

class Queues {
    private final Queue[] queues = {new Queue(), new Queue()};

    public synchronized void take(int index) throws InterruptedException {
        queues[index].take();
    }

    public synchronized void put(int index) {
        queues[index].put();
    }
}
