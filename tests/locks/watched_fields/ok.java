// Who sets the field needs no lock, or none is held while it is waited for; a loop that does something does not only wait.

package locks.watched_fields.ok;

class Gate {
    private volatile boolean isOpen;

    public synchronized void await() {
        while (!isOpen) {
            Thread.onSpinWait();
        }
    }

    public void open() {
        isOpen = true;
    }
}

class Door {
    private volatile boolean isOpen;
    private int used;

    public void await() {
        while (!isOpen) {
            Thread.onSpinWait();
        }
        synchronized (this) {
            used++;
        }
    }

    public synchronized void open() {
        isOpen = true;
    }
}

class Worker {
    private volatile boolean isDone;
    private int steps;

    public synchronized void work(int most) {
        for (int i = 0; i < most && !isDone; i++) {
            steps++;
        }
    }

    public synchronized void stop() {
        isDone = true;
    }
}
