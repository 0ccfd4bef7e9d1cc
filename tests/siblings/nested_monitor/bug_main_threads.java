// Wrong: the whole program: the consumer thread takes the buffer's monitor, waits in down(); the producer never gets the
// monitor. No code from outside has the semaphore.

package siblings.nested_monitor.bug_main_threads;

class Sema {
    private int value;

    public synchronized void up() {
        value++;
        notify();
    }

    public synchronized void down() throws InterruptedException {
        while (value == 0) {
            wait();
        }
        value--;
    }
}

class Program {
    private static final Object MONITOR = new Object();
    private static final Sema FULL = new Sema();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (MONITOR) {
                try {
                    FULL.down();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }).start();
        new Thread(() -> {
            synchronized (MONITOR) {
                FULL.up();
            }
        }).start();
    }
}
