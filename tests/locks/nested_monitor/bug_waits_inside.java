// A thread waits in the monitor of a semaphore and keeps that of the buffer, which whoever would wake it needs.

package locks.nested_monitor.bug_waits_inside;

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
//          ^^^^^^ nested-wait
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

    public synchronized void put(Object item) throws InterruptedException {
        empty.down();
        items[in] = item;
        in = (in + 1) % 3;
        full.up();
    }

    public synchronized Object get() throws InterruptedException {
        full.down();
        Object item = items[out];
        items[out] = null;
        out = (out + 1) % 3;
        empty.up();
        return item;
    }
}
