// Right: who waits holds the key, who opens does not need it.

package siblings.nested_monitor.ok_signal_without_outer;

import java.util.concurrent.locks.ReentrantLock;

class Latch {
    private boolean open;

    public synchronized void open() {
        open = true;
        notifyAll();
    }

    public synchronized void pass() throws InterruptedException {
        while (!open) {
            wait();
        }
    }
}

class House {
    private final ReentrantLock key = new ReentrantLock();
    private final Latch door = new Latch();

    public void enter() throws InterruptedException {
        key.lock();
        try {
            door.pass();
        } finally {
            key.unlock();
        }
    }

    public void unlockDoor() {
        door.open();
    }
}
