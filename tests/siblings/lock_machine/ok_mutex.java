// Right: whoever leaves wakes those who wait.

package siblings.lock_machine.ok_mutex;

class Mutex {
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

class Desk {
    private final Mutex mutex = new Mutex();

    public void work() throws InterruptedException {
        mutex.enter();
        mutex.exit();
    }
}
