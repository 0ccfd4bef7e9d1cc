// Wrong: await() is called with the ReentrantLock held that open() needs before it counts down: nobody ever opens.

package siblings.nested_monitor.bug_own_latch_outer_lock;

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
        key.lock();
        try {
            door.open();
        } finally {
            key.unlock();
        }
    }
}
