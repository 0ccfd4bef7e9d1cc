// Right: the buffer waits for itself; wait() gives up the only monitor.

package siblings.nested_monitor.ok_one_monitor;

class Buffer {
    private int count;

    public synchronized void put() throws InterruptedException {
        while (count == 5) {
            wait();
        }
        count++;
        notifyAll();
    }

    public synchronized void get() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        count--;
        notifyAll();
    }
}
