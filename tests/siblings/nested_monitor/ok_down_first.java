// Right (Magee and Kramer's fix): the semaphores are taken before the monitor.

package siblings.nested_monitor.ok_down_first;

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

    public void put() throws InterruptedException {
        empty.down();
        synchronized (this) {
            count++;
        }
        full.up();
    }

    public void get() throws InterruptedException {
        full.down();
        synchronized (this) {
            count--;
        }
        empty.up();
    }
}
