// The queues are elements of an array, and nobody keeps a lock around them.

package locks.nested_wait.ok_element;

class Queue {
    private boolean isFull;

    synchronized void take() throws InterruptedException {
        while (!isFull) {
            wait();
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
    private int taken;

    public void take(int index) throws InterruptedException {
        queues[index].take();
        synchronized (this) {
            taken++;
        }
    }

    public synchronized void put(int index) {
        queues[index].put();
    }
}
