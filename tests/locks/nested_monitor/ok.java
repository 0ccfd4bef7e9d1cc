// Threads wait for the semaphores of the buffer before they take its monitor.

package locks.nested_monitor.ok;

class Semaphore {
    private int value;

    Semaphore(int value) {
        this.value = value;
    }

    public synchronized void up() {
        value++;
        notifyAll();
    }

    public synchronized void down() throws InterruptedException {
        while (value == 0) {
            wait();
        }
        value--;
    }
}

class Buffer {
    private final Object[] items = new Object[3];
    private int in;
    private int out;
    private final Semaphore full = new Semaphore(0);
    private final Semaphore empty = new Semaphore(3);

    public void put(Object item) throws InterruptedException {
        empty.down();
        synchronized (this) {
            items[in] = item;
            in = (in + 1) % 3;
        }
        full.up();
    }

    public Object get() throws InterruptedException {
        Object item;
        full.down();
        synchronized (this) {
            item = items[out];
            items[out] = null;
            out = (out + 1) % 3;
        }
        empty.up();
        return item;
    }
}
