// The listener takes another monitor, whose holders call the door.

package locks.order_of_listeners.bug_called_with_the_monitor;

class Door {
    private Runnable listener;

    public synchronized void listen(Runnable listener) {
        this.listener = listener;
    }

    public synchronized void open() {
        listener.run();
    }

    public synchronized void close() {
//                           ^^^^^ lock-order
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
