// Wrong (Magee and Kramer): a consumer in get() of an empty buffer waits for `full` with the buffer's monitor held; the
// producer needs the monitor of the buffer to come to full.up(): both wait for ever.

package siblings.nested_monitor.bug_own_semaphore;

class Sema {
    private int value;

    public Sema(int value) {
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
    private final Sema full = new Sema(0);
    private final Sema empty = new Sema(5);
    private int count;

    public synchronized void put() throws InterruptedException {
        empty.down();
        count++;
        full.up();
    }

    public synchronized void get() throws InterruptedException {
        full.down();
        count--;
        empty.up();
    }
}
