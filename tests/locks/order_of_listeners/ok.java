// The listener is called without the monitor of the door.

package locks.order_of_listeners.ok;

class Door {
    private Runnable listener;

    public synchronized void listen(Runnable listener) {
        this.listener = listener;
    }

    public void open() {
        Runnable current;
        synchronized (this) {
            current = listener;
        }
        current.run();
    }

    public synchronized void close() {
    }
}

class House {
    private final Door door = new Door();

    public void live() {
        door.listen(() -> {
            synchronized (this) {
            }
        });
    }

    public synchronized void leave() {
        door.close();
    }
}
